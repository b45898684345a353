import { readSafeNext } from '@/lib/security/safe-next';
import { LOCALES, type Locale } from '@/lib/protocol/wire';
import { publicHref } from './public-href';

const AUTH_PAGES = new Set(['/login', '/register', '/empty_wallet', '/empty_wallet_login']);

/** A path without the language that it begins with. */
function withoutLocale(path: string): string {
  const locale = LOCALES.find((each) => path === `/${each}` || path.startsWith(`/${each}/`));
  return locale === undefined ? path : path.slice(locale.length + 1) || '/';
}

function isAuthPage(path: string): boolean {
  return AUTH_PAGES.has(withoutLocale(new URL(path, 'https://own.invalid').pathname));
}

/** Where the visitor was going when the guard stopped them, sign-in pages included; null when nowhere. Only paths of our own site. */
function askedPage(search: string): string | null {
  return readSafeNext(new URLSearchParams(search).get('next'));
}

/** The page that the visitor wanted before they had to sign in, else the home tab; a sign-in page leads on to the page that it was asked for itself. */
export function wantedPage(search: string): string {
  const asked = askedPage(search);
  if (asked === null) return '/tab1';
  if (!isAuthPage(asked)) return asked;
  const behind = askedPage(new URL(asked, 'https://own.invalid').search);
  return behind === null || isAuthPage(behind) ? '/tab1' : behind;
}

/** The address of a sign-in page, keeping where the visitor wants to go and who invited them. */
export function authHref(path: string, search: string): string {
  const kept = new URLSearchParams();
  const wanted = wantedPage(search);
  const inner = new URL(askedPage(search) ?? '/', 'https://own.invalid').searchParams;
  const invite = new URLSearchParams(search).get('invit') ?? inner.get('invit');
  if (wanted !== '/tab1') kept.set('next', wanted);
  if (invite) kept.set('invit', invite);
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/** The page to go on to once a wallet is there, in the language in view: the sign-in page that was asked for, else the one where a wallet signs. */
export function authPageAfterWallet(locale: Locale, search: string): string {
  const asked = askedPage(search);
  if (asked === null || !isAuthPage(asked) || asked.includes('/empty_wallet'))
    return authHref(publicHref(locale, '/empty_wallet_login'), search);
  const url = new URL(asked, 'https://own.invalid');
  return publicHref(locale, withoutLocale(url.pathname)) + url.search;
}

/** The same page in another language, `path` without one, with what its address asks for. */
export function hrefInLocale(locale: Locale, path: string, search: string): string {
  return `/${locale}${path}${path.includes('?') || search === '' ? '' : `?${search}`}`;
}
