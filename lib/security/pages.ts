/** Pages that need a session, spelled as in the route table of the specification. */
export const MEMBER_PAGES: ReadonlySet<string> = new Set([
  '/homeTab',
  '/tab2',
  '/tab3',
  '/tab4',
  '/market',
  '/saleCoin',
  '/pledgehistory',
  '/buyStep',
  '/marketInfos',
  '/marketInfo',
  '/wallet',
  '/authenticator',
  '/notifiCations',
  '/notifydetails',
  '/google',
  '/invite',
  '/legality',
  '/faq',
  '/walletDetails',
  '/language',
  '/recorddetails',
  '/record',
  '/web_view',
  '/verification',
  '/orderdetails',
  '/secondorder',
  '/contractOrder',
  '/optionOrder',
  '/perpetualorder',
  '/spotorder',
  '/account',
  '/about',
  '/uploadProof',
  '/loandetails',
  '/setloandetails',
]);

/** Pages on which one signs in; a wallet must be in sight, unless a robot reads them. */
export const LOGIN_PAGES: ReadonlySet<string> = new Set(['/login', '/register', '/empty_wallet_login']);

/** Files that are asked for by name; no other address with a dot is one. */
export const OWN_FILES: ReadonlySet<string> = new Set([
  '/favicon.ico',
  '/icon-192.png',
  '/icon-512.png',
  '/icon.svg',
  '/manifest.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
]);

export const LANDING_PAGE = '/tab1';
export const NO_WALLET_PAGE = '/empty_wallet';
/** The landing tab of a signed-in browser: reached by rewrite alone, asked for by name it doesn't exist. */
export const MEMBER_LANDING = '/tab1-member';
/** No page has this address. */
export const MISSING_PAGE = '/not-found';
