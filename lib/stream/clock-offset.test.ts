import { beforeEach, describe, expect, it, vi } from 'vitest';

type ClockOffset = typeof import('./clock-offset');
let { ageMs, doubtServerTime, guessServerTime, noteServerTime, serverNow } = {} as ClockOffset;

describe('age of a price', () => {
  beforeEach(async () => {
    vi.resetModules();
    ({ ageMs, doubtServerTime, guessServerTime, noteServerTime, serverNow } = await import('./clock-offset'));
  });

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
  it('of ten minutes is seen in a tab that was hidden for them, also when a clock on the page asks first', () => {
    const minutes = 600_000;
    noteServerTime(10_000, 10_050);
    doubtServerTime();
    expect(serverNow(10_050 + minutes)).toBe(10_000 + minutes);
    expect(ageMs(10_000, 10_050 + minutes)).toBe(minutes);
  });
  it('is not made by a clock that asks before any stamp was seen', () => {
    expect(serverNow(5_000)).toBeNull();
    expect([ageMs(1_000, 605_000), ageMs(1_000, 606_000)]).toEqual([0, 1_000]);
  });
  it.each([-600_000, 600_000])('is right after the first stamp of the exchange, though the host of the stream is %d ms off', (wrong) => {
    guessServerTime(10_000 + wrong, 10_050);
    noteServerTime(11_000, 11_050);
    expect([ageMs(11_000, 11_450), serverNow(11_450)]).toEqual([400, 11_400]);
    doubtServerTime();
    guessServerTime(12_000 + wrong, 12_050);
    expect([ageMs(11_000, 12_050), serverNow(12_050)]).toEqual([1_000, 12_000]);
  });
  it('is told by the host of the stream while the exchange stamps nothing: what stood before grows old', () => {
    ageMs(10_000, 610_000);
    guessServerTime(610_000, 610_050);
    guessServerTime(10_000, 610_060);
    expect([ageMs(10_000, 610_050), serverNow(610_050)]).toEqual([600_000, 610_000]);
  });
  it('is right again after the clock of a sleeping phone was set forward', () => {
    noteServerTime(10_000, 10_050);
    doubtServerTime();
    noteServerTime(20_000, 3_620_000);
    expect(ageMs(20_000, 3_620_400)).toBe(400);
  });
});
