/** The console's cookie: a name of its own, since cookies of one host are sent to all its ports. */
export function consoleCookie(isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}candor_operator`;
}

/** Half a day, as the session lives at most; the exchange ends it after half an hour without use. */
const MAX_AGE_S = 12 * 60 * 60;

export function consoleCookieAttributes(isHttps: boolean) {
  return { httpOnly: true, secure: isHttps, sameSite: 'strict', path: '/', maxAge: MAX_AGE_S } as const;
}
