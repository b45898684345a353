import { describe, expect, it } from 'vitest';
import { writeTemplate, writeTemplates } from './templates';

describe('templates', () => {
  it('puts the places of a compiled text back', () => {
    expect(writeTemplate(['Vol ', ['amount']])).toBe('Vol {amount}');
    expect(writeTemplate([['count'], ' of ', ['total'], ' left'])).toBe('{count} of {total} left');
  });
  it('leaves a text without places alone, in a namespace as well', () => {
    expect(writeTemplates({ title: 'Markets', inner: { volume: ['Vol ', ['amount']] } })).toEqual({
      title: 'Markets',
      inner: { volume: 'Vol {amount}' },
    });
  });
});
