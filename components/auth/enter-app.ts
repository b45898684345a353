import { readSafeNext } from '@/lib/security/safe-next';
import type { Locale } from '@/lib/protocol/wire';
import { broadcastToTabs } from '@/lib/query/account-channel';
import * as sessionApi from '@/lib/api/session';
import { sendApi } from '@/lib/query/api-client';

const AUTH_PAGES = new Set(['/login', '/register', '/empty_wallet', '/empty_wallet_login']);

function isAuthPage(path: string): boolean {
  const { pathname } = new URL(path, 'https://own.invalid');
  return AUTH_PAGES.has(pathname.replace(/^\/[a-z]{2}(-[A-Z]{2})?(?=\/)/, ''));
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

/** The address of another sign-in page, keeping where the visitor wants to go and who invited them. */
export function authHref(path: string, search: string): string {
  const kept = new URLSearchParams();
  const wanted = wantedPage(search);
  const inner = new URL(askedPage(search) ?? '/', 'https://own.invalid').searchParams;
  const invite = new URLSearchParams(search).get('invit') ?? inner.get('invit');
  if (wanted !== '/tab1') kept.set('next', wanted);
  if (invite) kept.set('invit', invite);
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/** The page to go on to once a wallet is there: the one that was asked for, else the one where it signs. */
export function authPageAfterWallet(walletPage: string, search: string): string {
  const asked = askedPage(search);
  return asked !== null && isAuthPage(asked) && !asked.includes('/empty_wallet') ? asked : authHref(walletPage, search);
}

/** Goes on into the app after signing in; a language that stood in the address becomes the stored choice. */
export async function enterApp(locale: Locale): Promise<void> {
  broadcastToTabs('changed');
  if (location.pathname.startsWith(`/${locale}/`)) {
    // The member pages carry no language in their address. If this fails they are in English: no reason to keep anyone out.
    await sendApi(sessionApi.preferences, { locale }).catch(() => undefined);
  }
  location.assign(wantedPage(location.search));
}

/** Puts values into the `{name}` places of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
