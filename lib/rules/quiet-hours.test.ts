import { describe, expect, it } from 'vitest';
import { findQuietEnd, isTimeZone } from './quiet-hours';

const at = (time: string) => Date.parse(`2026-03-01T${time}:30Z`);
const NIGHT = { from: 22 * 60, until: 7 * 60, zone: 'UTC' };

describe('quiet hours', () => {
  it.each([
    ['21:59', NIGHT, null],
    ['22:00', NIGHT, '2026-03-02T07:00:00.000Z'],
    ['03:10', NIGHT, '2026-03-01T07:00:00.000Z'],
    ['06:59', NIGHT, '2026-03-01T07:00:00.000Z'],
    ['07:00', NIGHT, null],
    ['21:30', { ...NIGHT, zone: 'Europe/Berlin' }, '2026-03-02T06:00:00.000Z'],
    ['12:30', { from: 720, until: 780, zone: 'UTC' }, '2026-03-01T13:00:00.000Z'],
    ['13:00', { from: 720, until: 780, zone: 'UTC' }, null],
  ])('at %s %o end at %s', (time, quiet, end) => {
    const found = findQuietEnd(quiet, at(time));
    expect(found === null ? null : new Date(found).toISOString()).toBe(end);
  });
  it('know the time zones of this machine', () => {
    expect([isTimeZone('Asia/Tokyo'), isTimeZone('Nowhere/Here')]).toEqual([true, false]);
  });
});
