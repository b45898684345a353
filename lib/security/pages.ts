import { PAGES, type PageRoute } from '../pages/pages';

/** The landing tab of a signed-in browser: reached by rewrite alone, asked for by name it doesn't exist. */
export const MEMBER_LANDING = '/tab1-member';

/** The specification's route table: what needs a session. */
const ROUTE_TABLE = [
  ...['homeTab', 'tab2', 'tab3', 'tab4', 'market', 'saleCoin', 'pledgehistory', 'buyStep', 'marketInfos', 'marketInfo', 'wallet'],
  ...['authenticator', 'notifiCations', 'notifydetails', 'google', 'invite', 'legality', 'faq', 'walletDetails', 'language'],
  ...['recorddetails', 'record', 'web_view', 'verification', 'orderdetails', 'secondorder', 'contractOrder', 'optionOrder'],
  ...['perpetualorder', 'spotorder', 'account', 'about', 'uploadProof', 'loandetails', 'setloandetails'],
];
/** Pages of the route table that are still to come. */
export const UNBUILT: readonly string[] = ROUTE_TABLE.filter((route) => !Object.hasOwn(PAGES, route)).map((route) => `/${route}`);

/** Pages of a member that everybody may read under the address of a language, `/de/faq`: see decision 0050. */
export const PUBLIC_HELP_PAGES: ReadonlySet<string> = new Set(['/faq', '/about', '/legality', '/web_view']);
/** Where their public form lies: reached by rewrite alone, asked for by name it doesn't exist. */
export const PUBLIC_HELP = '/public-help';

/** Pages that need a session, spelled as in the route table of the specification. */
export const MEMBER_PAGES: ReadonlySet<string> = new Set([
  ...Object.keys(PAGES)
    .map((route) => `/${route}`)
    .filter((path) => path !== MEMBER_LANDING),
  ...UNBUILT,
]);

/** Pages on which one signs in; a wallet must be in sight, unless a robot reads them. */
export const LOGIN_PAGES: ReadonlySet<string> = new Set(['/login', '/register', '/empty_wallet_login']);

/** Files that are asked for by name; no other address with a dot is one. */
export const OWN_FILES: ReadonlySet<string> = new Set([
  '/coins.svg',
  '/favicon.ico',
  '/icon-192.png',
  '/icon-512.png',
  '/icon.svg',
  '/manifest.webmanifest',
  '/market-dark.webp',
  '/market-day.webp',
  '/offline.html',
  '/offline.js',
  '/robots.txt',
  '/sitemap.xml',
  '/sw.js',
]);

/** Where mails lead, in whatever browser; nobody has to be signed in. */
const WAY_BACK_PAGES: ReadonlySet<string> = new Set(['/freeze', '/new-password', '/cancel-withdrawal']);
/** Takes the picture that another device asks for; nobody has to be signed in. */
const HANDOFF_PAGE = '/picture';
/** How the exchange is; for everybody. */
export const STATUS_PAGE = '/status';
/** A tool of the sandbox; without it this page does not exist. */
const OUTBOX_PAGE = '/outbox';
export const LANDING_PAGE = '/tab1';
export const NO_WALLET_PAGE = '/empty_wallet';
/** Says "not found" to a signed-in browser, in its frame: reached by rewrite alone. */
export const MEMBER_MISSING = '/missing-member';
/** No page has this address. */
export const MISSING_PAGE = '/not-found';

/** Returns the member's page that is shown at an address without language, null where there is none. */
export function pageAt(path: string): PageRoute | null {
  const route = path === LANDING_PAGE ? MEMBER_LANDING.slice(1) : path.slice(1);
  return Object.hasOwn(PAGES, route) ? (route as PageRoute) : null;
}

/** Whether anything is shown at an address without language. */
export function isKnownPage(path: string): boolean {
  return (
    pageAt(path) !== null ||
    LOGIN_PAGES.has(path) ||
    WAY_BACK_PAGES.has(path) ||
    path === HANDOFF_PAGE ||
    path === STATUS_PAGE ||
    path === NO_WALLET_PAGE ||
    path === OUTBOX_PAGE
  );
}
