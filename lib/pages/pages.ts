// Longer than other files because it is one table: a row for each page of a member, which is read as a whole.
import type { Messages, Namespace } from '../i18n/catalogue';
import { LOAN_PAGES } from './loan-pages';

export type Tab = 'home' | 'market' | 'earn' | 'loan' | 'account';
/** How much of a large screen a page uses: one column, one as wide as lines of text may be, several, or all of it. */
export type FrameWidth = 'narrow' | 'text' | 'wide' | 'full';
/** What a skeleton has the shape of; `home`: figures, tiles, rows; `list`: a bar and rows; `chart` and `ticket`: what trading needs; `receipt`: one card; `settings`: lines. */
export type Shape = 'home' | 'list' | 'chart' | 'ticket' | 'receipt' | 'settings';

type Keys<Texts> = { [K in keyof Texts & string]: Texts[K] extends string ? K : `${K}.${Keys<Texts[K]>}` }[keyof Texts & string];
/** A text of the catalogue: its namespace and key, such as `Wallet.title`. */
export type TextKey = { [N in Namespace]: `${N}.${Keys<Messages[N]>}` }[Namespace];

/** Icons of the menu and the tab bar, as `components/ui/icon.tsx` names them. */
export type PageIcon =
  | 'account'
  | 'bell'
  | 'chart'
  | 'earn'
  | 'globe'
  | 'home'
  | 'info'
  | 'list'
  | 'loan'
  | 'lock'
  | 'mail'
  | 'market'
  | 'settings'
  | 'shield'
  | 'trade'
  | 'wallet';

/** One page of a signed-in user. */
export type PageRow = {
  /** What a browser tab and the history call it, and the heading of a page that has no other. */
  title: TextKey;
  /** A tab's own page, or one from which an arrow leads back; `tab` beside `back`: the tab bar stays, with that tab lit. */
  frame: ({ tab: Tab } | { back: string; tab?: Tab }) & { width?: FrameWidth };
  skeleton: Shape;
  /** Without this feature of the exchange the page is not there. */
  feature?: string;
  /** Namespaces that the page sends to the browser beside `FRAME_TEXTS`; `lib/pages/pages.test.ts` compares them with what its parts ask for. */
  texts: readonly Namespace[];
  /** Its line in the menu, in the order of `place`; shown where the exchange has `feature`, the page's own unless another is named. */
  menu?: { place: number; icon: PageIcon; label: TextKey; feature?: string };
  /** Its place in the tab bar. */
  tabBar?: { icon: PageIcon; feature?: string };
  /** Addresses that the tests open; by default its own. `{filled}` and the like stand for what the reader of the test owns. */
  examples?: readonly string[];
};

/** What stands around every page of a member, and what may go wrong on any of them. */
export const FRAME_TEXTS = ['Common', 'ErrorValues', 'Errors', 'Layout', 'StepUp', 'Write'] as const satisfies readonly Namespace[];

/** Every page of a signed-in user, by its route as the specification spells it: frame, skeleton, metadata, menu and tests follow from here. */
export const PAGES = {
  'tab1-member': {
    title: 'Home.title',
    frame: { tab: 'home', width: 'wide' },
    skeleton: 'home',
    texts: ['Coins', 'Home', 'Market', 'Money'],
    tabBar: { icon: 'home' },
    examples: ['/tab1'],
  },
  homeTab: {
    title: 'Home.homeTabTitle',
    frame: { tab: 'home', width: 'wide' },
    skeleton: 'home',
    texts: ['Home', 'Market', 'Money', 'Staking'],
  },
  market: {
    title: 'Market.title',
    frame: { tab: 'market', width: 'wide' },
    skeleton: 'list',
    texts: ['Coins', 'Market'],
    tabBar: { icon: 'market' },
  },
  marketInfo: {
    title: 'Market.title',
    frame: { back: '/market', width: 'full' },
    skeleton: 'chart',
    texts: ['Chart', 'Coins', 'Lists', 'Market', 'Money', 'Options', 'Perpetual', 'Spot', 'Terminal', 'Wallet'],
    examples: ['/marketInfo?coin=BTC-USDT', '/marketInfo?coin=BTC&type=perpetual'],
  },
  coin: {
    title: 'CoinInfo.title',
    frame: { back: '/market', width: 'wide' },
    skeleton: 'chart',
    texts: ['Chart', 'CoinInfo', 'Coins', 'Market', 'Money', 'Spot'],
    examples: ['/coin?coin=BTC', '/coin?coin=DOT'],
  },
  marketInfos: { title: 'Market.tableTitle', frame: { back: '/market', width: 'wide' }, skeleton: 'list', texts: ['Market'] },
  spotorder: {
    title: 'Spot.title',
    frame: { back: '/market', tab: 'market', width: 'full' },
    skeleton: 'ticket',
    texts: ['Chart', 'Coins', 'Lists', 'Market', 'Money', 'Spot', 'Terminal'],
    menu: { place: 3, icon: 'trade', label: 'Layout.menuRows.orders', feature: 'spot' },
  },
  perpetualorder: {
    title: 'Market.perpetual',
    frame: { back: '/market', tab: 'market', width: 'full' },
    skeleton: 'ticket',
    feature: 'perpetual',
    texts: ['Chart', 'Coins', 'Lists', 'Market', 'Money', 'Options', 'Perpetual', 'Spot', 'Terminal', 'Wallet'],
    menu: { place: 4, icon: 'market', label: 'Layout.menuRows.perpetual' },
    examples: ['/perpetualorder?coin=BTC'],
  },
  contractOrder: {
    title: 'Perpetual.contractsTitle',
    frame: { back: '/perpetualorder', width: 'wide' },
    skeleton: 'list',
    feature: 'perpetual',
    texts: ['Lists', 'Market', 'Money', 'Options', 'Perpetual', 'Spot', 'Wallet'],
  },
  optionOrder: {
    title: 'Options.listTitle',
    frame: { back: '/market', width: 'wide' },
    skeleton: 'ticket',
    feature: 'option',
    texts: ['Coins', 'Market', 'Money', 'Options', 'Perpetual'],
    menu: { place: 5, icon: 'chart', label: 'Layout.menuRows.seconds' },
    examples: ['/optionOrder?coin=ETH'],
  },
  secondorder: {
    title: 'Options.listTitle',
    frame: { back: '/optionOrder', width: 'wide' },
    skeleton: 'list',
    feature: 'option',
    texts: ['Lists', 'Money', 'Options'],
  },
  wallet: {
    title: 'Wallet.title',
    frame: { back: '/tab4', tab: 'account', width: 'wide' },
    skeleton: 'list',
    texts: ['Allowances', 'Coins', 'Wallet'],
    menu: { place: 2, icon: 'wallet', label: 'Layout.menuRows.wallet' },
  },
  walletDetails: {
    title: 'Wallet.title',
    frame: { back: '/wallet', width: 'wide' },
    skeleton: 'receipt',
    texts: ['Lists', 'Records', 'Wallet'],
    examples: ['/walletDetails?coin=USDT'],
  },
  convert: {
    title: 'Convert.title',
    frame: { back: '/wallet' },
    skeleton: 'receipt',
    feature: 'convert',
    texts: ['Convert', 'Money'],
    examples: ['/convert?from=USDT&to=ETH'],
  },
  record: {
    title: 'Records.title',
    frame: { back: '/wallet', width: 'wide' },
    skeleton: 'list',
    texts: ['Hosting', 'Lists', 'Records', 'Spot', 'Staking'],
    menu: { place: 6, icon: 'list', label: 'Layout.menuRows.records' },
  },
  recorddetails: {
    title: 'Records.detailTitle',
    frame: { back: '/record' },
    skeleton: 'receipt',
    texts: ['Convert', 'Deposits', 'Records', 'Withdrawals'],
    examples: ['/recorddetails?ref={reference}'],
  },
  orderdetails: {
    title: 'Spot.orderTitle',
    frame: { back: '/record?active=4', width: 'wide' },
    skeleton: 'receipt',
    texts: ['Lists', 'Market', 'Money', 'Perpetual', 'Records', 'Spot'],
    examples: ['/orderdetails?id={filled}', '/orderdetails?id={resting}', '/orderdetails?type=perpetual&id={perpetual}'],
  },
  tab2: {
    title: 'Staking.title',
    frame: { tab: 'earn', width: 'wide' },
    skeleton: 'home',
    feature: 'staking',
    texts: ['Hosting', 'Money', 'Staking'],
    examples: ['/tab2', '/tab2?active=hosting'],
    menu: { place: 1.5, icon: 'earn', label: 'Layout.tabs.earn' },
    tabBar: { icon: 'earn', feature: 'staking' },
  },
  hostingbook: {
    title: 'Hosting.book',
    frame: { back: '/tab2?active=hosting', tab: 'earn', width: 'wide' },
    skeleton: 'list',
    feature: 'hosting',
    texts: ['Hosting', 'Records'],
    examples: ['/hostingbook?plan=1'],
  },
  pledgehistory: {
    title: 'Staking.positions',
    frame: { back: '/tab2', tab: 'earn' },
    skeleton: 'list',
    feature: 'staking',
    texts: ['Money', 'Staking'],
  },
  ...LOAN_PAGES,
  tab4: {
    title: 'AccountHub.title',
    frame: { tab: 'account', width: 'wide' },
    skeleton: 'home',
    texts: ['AccountHub', 'CreditScore', 'Deposits', 'Money', 'Withdrawals'],
    examples: ['/tab4', '/tab4?active=0'],
    menu: { place: 1, icon: 'account', label: 'Layout.menuRows.account' },
    tabBar: { icon: 'account' },
  },
  account: {
    title: 'Account.title',
    frame: { back: '/tab4', tab: 'account', width: 'wide' },
    skeleton: 'settings',
    texts: ['Account', 'Security', 'Vip'],
    menu: { place: 1.2, icon: 'settings', label: 'AccountHub.rows.settings' },
  },
  google: { title: 'Security.googleTitle', frame: { back: '/account' }, skeleton: 'settings', feature: 'two-factor', texts: ['Security'] },
  authenticator: {
    title: 'Security.authenticatorTitle',
    frame: { back: '/google' },
    skeleton: 'receipt',
    feature: 'two-factor',
    texts: ['Security'],
  },
  protection: {
    title: 'Protection.title',
    frame: { back: '/account' },
    skeleton: 'settings',
    feature: 'protection',
    texts: ['Protection'],
  },
  data: { title: 'Data.title', frame: { back: '/account' }, skeleton: 'settings', feature: 'data-export', texts: ['Data'] },
  sessions: { title: 'Sessions.title', frame: { back: '/account' }, skeleton: 'list', feature: 'sessions', texts: ['Sessions'] },
  uploadProof: {
    title: 'Proofs.title',
    frame: { back: '/tab4?active=0' },
    skeleton: 'receipt',
    feature: 'deposit-proofs',
    texts: ['Money', 'Pictures', 'Proofs', 'Wires'],
    examples: ['/uploadProof', '/uploadProof?currneyName=USD_WIRE'],
  },
  verification: {
    title: 'Verification.title',
    frame: { back: '/account' },
    skeleton: 'receipt',
    feature: 'kyc',
    texts: ['Money', 'Pictures', 'Verification'],
    menu: { place: 9, icon: 'shield', label: 'Layout.menuRows.verification' },
  },
  saleCoin: {
    title: 'Presale.title',
    frame: { back: '/tab1', tab: 'home', width: 'wide' },
    skeleton: 'list',
    feature: 'presale',
    texts: ['Presale'],
    menu: { place: 5.5, icon: 'chart', label: 'Presale.title' },
  },
  buyStep: {
    title: 'Presale.buyTitle',
    frame: { back: '/saleCoin' },
    skeleton: 'receipt',
    feature: 'presale',
    texts: ['Presale'],
  },
  invite: {
    title: 'Invite.title',
    frame: { back: '/tab4', tab: 'account', width: 'wide' },
    skeleton: 'receipt',
    feature: 'invite',
    texts: ['Invite'],
    menu: { place: 7.5, icon: 'account', label: 'Invite.title' },
  },
  notifiCations: {
    title: 'Notifications.title',
    frame: { back: '/account', width: 'wide' },
    skeleton: 'list',
    feature: 'messages',
    texts: ['Notifications'],
    menu: { place: 8, icon: 'bell', label: 'Layout.menuRows.notifications' },
  },
  alerts: {
    title: 'Alerts.title',
    frame: { back: '/notifiCations', width: 'wide' },
    skeleton: 'list',
    feature: 'alerts',
    texts: ['Alerts', 'Money'],
    examples: ['/alerts', '/alerts?coin=ETH'],
  },
  notifydetails: {
    title: 'Notifications.detailTitle',
    frame: { back: '/notifiCations' },
    skeleton: 'receipt',
    feature: 'messages',
    texts: ['Notifications'],
    examples: ['/notifydetails?id={notification}'],
  },
  faq: {
    title: 'Help.faqTitle',
    frame: { back: '/tab4', width: 'text' },
    skeleton: 'list',
    texts: [],
    menu: { place: 9, icon: 'list', label: 'Help.faqTitle' },
  },
  support: {
    title: 'Support.title',
    frame: { back: '/tab4' },
    skeleton: 'list',
    feature: 'support',
    texts: ['Pictures', 'Support'],
    menu: { place: 10, icon: 'mail', label: 'Support.title' },
    examples: ['/support', '/support?about=withdrawal:12'],
  },
  about: { title: 'Help.aboutTitle', frame: { back: '/faq', width: 'text' }, skeleton: 'receipt', texts: [] },
  legality: { title: 'Help.legalityTitle', frame: { back: '/faq', width: 'text' }, skeleton: 'receipt', texts: [] },
  web_view: {
    title: 'Help.rulesTitle',
    frame: { back: '/faq', width: 'text' },
    skeleton: 'receipt',
    texts: [],
    examples: ['/web_view?active=5', '/web_view?active=6'],
  },
  language: {
    title: 'Language.title',
    frame: { back: '/tab4' },
    skeleton: 'settings',
    texts: ['Language'],
    menu: { place: 7, icon: 'globe', label: 'Layout.menuRows.language' },
  },
} as const satisfies Record<string, PageRow>;

export type PageRoute = keyof typeof PAGES;

/** Every page with its route, in the order of the table. */
export const PAGE_ROWS = Object.entries(PAGES) as readonly (readonly [PageRoute, PageRow])[];
