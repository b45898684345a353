import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Amount } from './amount';

const draw = (value: string, more: { decimalsMax?: number; isInLink?: boolean } = {}) =>
  renderToString(<Amount locale="en" unit="BTC" value={value} {...more} />);

it('a figure of which digits are cut can be pressed for all of them, and is no button inside a link', () => {
  expect(draw('1234.56789')).toContain('<button');
  expect(draw('1234.56789')).toContain('title="1,234.56789\u00a0BTC"');
  expect(draw('1234.56789', { isInLink: true })).not.toContain('<button');
});

it.each([
  ['1234.56', {}],
  ['1234.5600', {}],
  ['1234', {}],
  ['0.12345678', { decimalsMax: 8 }],
])('%s with %o is shown whole: nothing to press', (value, more) => {
  expect(draw(value, more)).not.toContain('<button');
});
