import { expect, it } from 'vitest';
import { readTypedTime, showTypedTime } from './typed-time';

it.each([
  ['2026-03-01T12:00', 'UTC', '2026-03-01T12:00:00Z'],
  ['2026-03-01T12:00', 'Europe/Berlin', '2026-03-01T11:00:00Z'],
  ['2026-07-01T00:30', 'Europe/Berlin', '2026-06-30T22:30:00Z'],
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['2026-10-25T01:59', 'Europe/Berlin', '2026-10-24T23:59:00Z'],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
  ['2026-01-01T00:00', 'Asia/Kolkata', '2025-12-31T18:30:00Z'],
  ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z'],
  ['2026-03-08T03:30', 'America/New_York', '2026-03-08T07:30:00Z'],
])('%s in %s is %s, and is shown so again', (text, zone, iso) => {
  expect(readTypedTime(text, zone)).toEqual({ at: Date.parse(iso) });
  expect(showTypedTime(Date.parse(iso), zone)).toBe(text);
});

it.each([
  ['2026-03-29T02:30', 'Europe/Berlin', 'never'],
  ['2026-03-08T02:30', 'America/New_York', 'never'],
  ['2026-10-25T02:30', 'Europe/Berlin', 'twice'],
  ['2026-11-01T01:00', 'America/New_York', 'twice'],
  ['2026-04-05T01:45', 'Australia/Lord_Howe', 'twice'],
  ['2026-02-30T12:00', 'UTC', 'unread'],
  ['2026-03-01', 'UTC', 'unread'],
  ['', 'UTC', 'unread'],
  ['2026-03-01T12:00Z', 'UTC', 'unread'],
])('error: %s in %s is no time (%s)', (text, zone, fault) => {
  expect(readTypedTime(text, zone)).toEqual({ fault });
});
