import { describe, expect, it } from 'vitest';
import { truncateMiddle } from './truncate-middle';

describe('short name', () => {
  it('keeps both ends of an address', () => {
    expect(truncateMiddle('0x8513442d087dfd41ff666b39369ae41b9c4434fc')).toBe('0x851344…4434fc');
  });
  it('leaves a name that fits alone', () => {
    expect(truncateMiddle('alexandra.winter.nine')).toBe('alexandr…r.nine');
    expect(truncateMiddle('alexandra.winter.99x')).toBe('alexandra.winter.99x');
  });
});
