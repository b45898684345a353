import { expect, it } from 'vitest';
import { resolveFormatSettings, OFFERED_LOCALES, TIME_ZONES } from './resolve-format';
import { createBrowserFormatter, createFormatter } from './formatter';

const AT = Date.UTC(2026, 2, 1, 12, 0, 5);
const localeOf = (header: string | null) => resolveFormatSettings({}, header).locale;

it('dates and numbers go by what was chosen, then by what the browser says, with the time zone named', () => {
  const write = (chosen: object, header: string | null) => createFormatter(resolveFormatSettings(chosen, header));
  expect(write({}, 'de-CH,de;q=0.9').time(AT)).toBe('01.03.2026, 12:00:05 UTC');
  expect(write({}, 'de-DE').amount('1234567.8900')).toBe('1.234.567,89');
  expect(write({ locale: 'sv-SE', timeZone: 'Asia/Tokyo' }, 'de-DE').time(AT)).toMatch(/^2026-03-01 21:00:05 (GMT\+9|JST)$/);
  expect(write({}, null).amount('0.00000001')).toBe('0.00000001');
  expect(write({}, 'de-DE').amount('123456789012345678901.000000000000000001')).toBe('123.456.789.012.345.678.901,000000000000000001');
});

it('the best known locale of a header is taken', () => {
  expect(localeOf('xx-YY, fr;q=0.4, it-CH;q=0.8')).toBe('it-CH');
  expect(localeOf('*')).toBe('en');
  expect(localeOf('de;q=0, ja')).toBe('ja');
});

it('security: no header and no cookie breaks a page, changes digits or the calendar, or names a zone that there is not', () => {
  const hostile = [
    '',
    ',',
    ';',
    'q=1',
    'th-TH-u-ca-buddhist',
    'ar-u-nu-arab',
    '../x',
    'a'.repeat(60_000),
    '-,-;q=9',
    'e\u0301n',
    '__proto__',
  ];
  for (const text of hostile) {
    expect(localeOf(text), text.slice(0, 40)).toBe('en');
    expect(resolveFormatSettings({ locale: text, timeZone: text }, text)).toEqual({ locale: 'en', timeZone: 'UTC' });
  }
  for (const header of ['fa-IR', 'ar-EG', 'th-TH', 'mr-IN']) {
    const format = createFormatter(resolveFormatSettings({}, header));
    expect(format.time(AT), header).toContain('2026');
    expect(format.amount('1234.5').replace(/[^0-9]/g, ''), header).toBe('12345');
  }
  expect(resolveFormatSettings({ timeZone: '+14:00' }, null).timeZone).toBe('UTC');
});

it('every locale and zone that is offered can be chosen', () => {
  for (const locale of OFFERED_LOCALES) expect(resolveFormatSettings({ locale }, null).locale).toBe(locale);
  for (const timeZone of TIME_ZONES) expect(createFormatter(resolveFormatSettings({ timeZone }, null)).settings.timeZone).toBe(timeZone);
});

it('a zone is known by each of its names, and where a browser knows none of them its times are named as UTC', () => {
  const [old, now] = ['Asia/Calcutta', 'Asia/Kolkata'].map((timeZone) =>
    createFormatter(resolveFormatSettings({ locale: 'en-GB', timeZone }, null)),
  );
  expect(now?.time(AT)).toBe(old?.time(AT));
  expect(now?.time(AT)).toContain('17:30:05');
  expect(createBrowserFormatter({ locale: 'de-DE', timeZone: 'Nowhere/Here' }).time(AT)).toBe('01.03.2026, 12:00:05 UTC');
});

it('sentences of the exchange: amounts at a glance, moments where they are moments, and nothing else', () => {
  const { exact, figures, moments, sum } = createFormatter({ locale: 'de', timeZone: 'Europe/Zurich' });
  expect(figures('104217.355 USDT of 50000 needed, 0.5 more.')).toBe('104.217,36 USDT of 50.000 needed, 0,5 more.');
  expect(figures('node 10.0.0.7 says a1234b and v1.2.3')).toBe('node 10.0.0.7 says a1234b and v1.2.3');
  expect(exact('50000000.00000001 free')).toBe('50.000.000,00000001 free');
  expect(moments(exact('5000 since 2026-07-01T00:00:00.000Z'))).toBe('5.000 since 01.07.2026, 02:00:00 MESZ');
  expect(sum('1600.5 USDT for 7 days')).toBe('1.600,5 USDT for 7 days');
  expect(sum('VIP level 7')).toBe('VIP level 7');
  expect(moments('in force from 2026-07-01T00:00:00.000Z on')).toBe('in force from 01.07.2026, 02:00:00 MESZ on');
  expect(moments('2026-99-99T00:00:00Z')).toBe('2026-99-99T00:00:00Z');
});
