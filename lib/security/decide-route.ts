import { DEFAULT_LOCALE, LOCALES, type Locale } from '../protocol/wire';
import { isRobot, isWalletBrowser } from '../wallet/user-agents';
import {
  isKnownPage,
  LANDING_PAGE,
  LOGIN_PAGES,
  MEMBER_LANDING,
  MEMBER_MISSING,
  MEMBER_PAGES,
  MISSING_PAGE,
  NO_WALLET_PAGE,
  OWN_FILES,
  PUBLIC_HELP,
  PUBLIC_HELP_PAGES,
} from './pages';

export type RouteFacts = {
  /** As the browser sent it. */
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  userAgent: string;
  hasSession: boolean;
  hasWalletCookie: boolean;
  isWalletGuardOn: boolean;
  /** What the language cookie holds. */
  chosenLocale: string | undefined;
};

export type RouteDecision =
  | { kind: 'file' }
  | { kind: 'redirect'; to: string }
  /** Render the page at `path` (with locale); `page` is its address without locale; a private one shows what is a member's. */
  | { kind: 'render'; path: string; page: string; locale: Locale; isPrivate: boolean };

/** Rounds of decoding; a path encoded more often than that is nobody's link. */
const DECODE_ROUNDS_MAX = 3;
const FILE_NAME = /\.(?:ico|png|svg|jpg|jpeg|webp|avif|webmanifest|txt|xml|json|js|map|css|woff2?)$/;
const PARAMETERS_OF_THE_FRAMEWORK = ['_rsc'];

/** Returns the path as the router will understand it at the latest: decoded, single slashes, no dots, no slash at the end. Null when broken. */
export function normalisePath(pathname: string): string | null {
  let path = pathname;
  for (let round = 0; path.includes('%'); round += 1) {
    if (round === DECODE_ROUNDS_MAX) return null;
    try {
      path = decodeURIComponent(path);
    } catch {
      return null;
    }
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what is refused here
  if (/[\x00-\x1f\x7f]/.test(path)) return null;
  const steps: string[] = [];
  for (const step of path.split(/[/\\]+/)) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

function splitLocale(path: string): { prefix: Locale | null; page: string } {
  const [, first = ''] = path.split('/');
  const prefix = LOCALES.find((locale) => locale === first) ?? null;
  return { prefix, page: prefix === null ? path : path.slice(prefix.length + 1) || '/' };
}

function withoutFrameworkParameters(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of PARAMETERS_OF_THE_FRAMEWORK) params.delete(name);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Returns what becomes of a page request. Convenience and not the lock: every page and every handler checks the session itself.
 *
 * The wallet guard covers pages that need a session and pages on which one signs in, never the landing tab or files; robots read public
 * pages. Without a session, a page that needs one leads to the landing tab, to come back afterwards (decision 3).
 */
export function decideRoute(facts: RouteFacts): RouteDecision {
  const chosen = LOCALES.find((locale) => locale === facts.chosenLocale) ?? DEFAULT_LOCALE;
  const missing = (locale: Locale): RouteDecision => ({
    kind: 'render',
    path: `/${locale}${MISSING_PAGE}`,
    page: MISSING_PAGE,
    locale,
    isPrivate: false,
  });
  const path = normalisePath(facts.pathname);
  if (path === null) return missing(chosen);
  const search = withoutFrameworkParameters(facts.search);
  if (OWN_FILES.has(path)) return { kind: 'file' };
  // What has the name of a file and is none is no page either: it is said to be missing without a look at the session.
  if (FILE_NAME.test(path)) return missing(chosen);
  const { prefix, page } = splitLocale(path);
  const locale = prefix ?? chosen;
  if (page === '/') return { kind: 'redirect', to: `${prefix === null ? '' : `/${prefix}`}${LANDING_PAGE}${search}` };
  if ([MEMBER_LANDING, MEMBER_MISSING, PUBLIC_HELP].includes(`/${page.split('/')[1]}`) || splitLocale(page).prefix !== null)
    return missing(locale);
  const isPublicHelp = prefix !== null && PUBLIC_HELP_PAGES.has(page);
  const isMember = !isPublicHelp && MEMBER_PAGES.has(`/${page.split('/')[1]}`);
  // No page has such an address, and a browser writes it encoded again: sent on to its decoded form it would come back for ever.
  if (isMember && encodeURI(path) !== path) return missing(locale);
  // Only public pages have an address per language.
  if (isMember && prefix !== null) return { kind: 'redirect', to: page + search };
  const isCanonical = path === facts.pathname;
  const canonical = (prefix === null ? '' : `/${prefix}`) + page + search;
  if (!isCanonical && (isMember || isPublicHelp || LOGIN_PAGES.has(page) || page === LANDING_PAGE || page === NO_WALLET_PAGE))
    return { kind: 'redirect', to: canonical };
  const next = `?next=${encodeURIComponent(canonical)}`;
  if (facts.isWalletGuardOn && (isMember || LOGIN_PAGES.has(page))) {
    const isLetThrough = facts.hasWalletCookie || isWalletBrowser(facts.userAgent) || (!isMember && isRobot(facts.userAgent));
    if (!isLetThrough) return { kind: 'redirect', to: `${prefix === null ? '' : `/${prefix}`}${NO_WALLET_PAGE}${next}` };
  }
  if (isMember && !facts.hasSession) return { kind: 'redirect', to: LANDING_PAGE + next };
  if (isPublicHelp) return { kind: 'render', path: `/${locale}${PUBLIC_HELP}${page}`, page, locale, isPrivate: false };
  if (page === LANDING_PAGE && facts.hasSession)
    return { kind: 'render', path: `/${locale}${MEMBER_LANDING}`, page, locale, isPrivate: true };
  if (facts.hasSession && !isKnownPage(page)) return { kind: 'render', path: `/${locale}${MEMBER_MISSING}`, page, locale, isPrivate: true };
  return { kind: 'render', path: `/${locale}${page}`, page, locale, isPrivate: isMember };
}
