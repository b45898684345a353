import { PREFERENCE_COOKIES, PREFERENCE_MAX_AGE_S } from '../session/options';

/** The console's cookie: a name of its own, since cookies of one host are sent to all its ports. */
export function consoleCookie(isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}candor_operator`;
}

/** Half a day, as the session lives at most; the exchange ends it after half an hour without use. */
const MAX_AGE_S = 12 * 60 * 60;

/** What a browser keeps on which an operator signed in before. */
export function deviceCookie(isHttps: boolean): string {
  return `${consoleCookie(isHttps)}_device`;
}
/** Half a year without a sign-in, and the browser is a new one. */
const DEVICE_MAX_AGE_S = 180 * 24 * 60 * 60;

export function deviceCookieAttributes(isHttps: boolean) {
  return { ...consoleCookieAttributes(isHttps), maxAge: DEVICE_MAX_AGE_S } as const;
}

export function consoleCookieAttributes(isHttps: boolean) {
  return { httpOnly: true, secure: isHttps, sameSite: 'strict', path: '/', maxAge: MAX_AGE_S } as const;
}

/** How an operator wants the console to look: no secrets, and nothing of a person. */
export const CONSOLE_PREFERENCE_COOKIES = {
  theme: PREFERENCE_COOKIES.theme,
  locale: 'candor_operator_locale',
  timeZone: 'candor_operator_zone',
} as const;

export function consolePreferenceAttributes(isHttps: boolean) {
  return { httpOnly: false, secure: isHttps, sameSite: 'lax', path: '/', maxAge: PREFERENCE_MAX_AGE_S } as const;
}
