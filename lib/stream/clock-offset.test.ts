import { beforeEach, describe, expect, it } from 'vitest';
import { ageMs, forgetServerTime, noteServerTime } from './clock-offset';

describe('age of a price', () => {
  beforeEach(forgetServerTime);

  it('grows from the first look when no event ever comes', () => {
    expect([ageMs(1_000, 2_000), ageMs(1_000, 7_000)]).toEqual([0, 5_000]);
  });
  it('is corrected by the first event that shows a price was old at the first look', () => {
    ageMs(1_000, 9_000);
    noteServerTime(10_000, 10_100);
    expect(ageMs(1_000, 10_100)).toBe(9_000);
  });
  it('is right on a phone whose clock is an hour ahead', () => {
    const hour = 3_600_000;
    noteServerTime(10_000, hour + 10_000);
    expect(ageMs(10_000, hour + 10_400)).toBe(400);
  });
  it('trusts the fastest event seen and is never negative', () => {
    noteServerTime(10_000, 10_900);
    noteServerTime(11_000, 11_050);
    expect(ageMs(11_000, 11_450)).toBe(400);
    expect(ageMs(12_000, 11_500)).toBe(0);
  });
});
