import { expect, it } from 'vitest';
import { writeCalendar } from './calendar';

const EVENT = { id: 'staking-7@candor', at: '2026-03-08T09:00:00.000Z', title: 'Staking ends: 1,000 USDT' };

it('writes one event for each instant, with the signs that a text may not have escaped', () => {
  expect(writeCalendar({ name: 'Candor', madeAt: '2026-03-01T09:00:00.000Z', events: [EVENT] }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Candor//EN',
    'BEGIN:VEVENT',
    'UID:staking-7@candor',
    'DTSTAMP:20260301T090000Z',
    'DTSTART:20260308T090000Z',
    'DURATION:PT15M',
    'SUMMARY:Staking ends: 1\\,000 USDT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('folds lines at 75 octets, never inside a character', () => {
  const title = 'ステーキングの満期です。'.repeat(6);
  const text = writeCalendar({ name: 'Candor', madeAt: EVENT.at, events: [{ ...EVENT, title }] });
  expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
});
