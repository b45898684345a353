import type { Viewer } from './members';
import {
  checkWithdrawal,
  converted,
  emptyProof,
  everyDeposit,
  everyWithdrawal,
  findAstray,
  noPicture,
  openTimeline,
  pictureGiven,
  unfold,
  wireAmount,
  wrongWithdrawal,
} from './money-steps';
import { PAGE_ADDRESSES } from './page-addresses';
import {
  askBreak,
  askQuote,
  checkProof,
  farPrice,
  fillAmount,
  loginRefused,
  loseSession,
  margin,
  openAll,
  openBookDay,
  openDetails,
  openMenu,
  openPopup,
  openTicket,
  openWith,
  passDisclosure,
  payPart,
  perpetualFull,
  perpetualOrder,
  readAgreement,
  runOption,
  select,
  signOut,
  spotOrder,
  stakingReceipt,
  type Step,
  writePhrase,
} from './screen-steps';

/** A place where something can be read: a page, or a sheet or state that `open` brings up from there. `{id}`s in `path` are the viewer's own. */
export type Screen = { name: string; as: Viewer; path: string; open?: Step };

const OPTIONS = '/optionOrder?coin=ETH';
const PERPETUAL = '/perpetualorder?coin=BTC';

/** Pages that have something to show to who stakes, hosts, borrows and talks with support. */
const EARNING = [
  ...['/tab1', '/homeTab', '/tab2', '/tab2?active=hosting', '/tab3', '/pledgehistory', '/hostingbook?plan=1', '/support', '/notifiCations'],
  ...['/record?active=5', '/record?active=6', '/record?active=7', '/loandetails?num=1000&loanid=2', '/setloandetails?id={loan}'],
];

/** Pages that have something to show to who brought money, took some out and exchanged some. */
const PAYING = [
  ...['/tab4', '/tab4?active=1', '/tab4?active=2', '/wallet', '/walletDetails?coin=USDT', '/walletDetails?coin=ETH'],
  ...['/uploadProof', '/uploadProof?currneyName=USD_WIRE', '/record', '/record?active=1', '/record?active=2', '/record?active=3'],
  ...['deposit:{deposit}', 'withdrawal:{done}', 'withdrawal:{cancelled}', 'withdrawal:{refused}', 'wire:{wire}', '{conversion}'].map(
    (reference) => `/recorddetails?ref=${reference}`,
  ),
];
const OUT = '/tab4?active=2';
const WIRES = '/uploadProof?currneyName=USD_WIRE';

/** A link as mails carry it; what it is good for is asked when its button is pressed. */
const MAILED = `#${'a'.repeat(32)}.${'a'.repeat(43)}`;
/** Pages that a mail or another device's code leads to, and the one that sends such a mail. */
export const BY_MAIL = ['/new-password', ...['/new-password', '/freeze', '/cancel-withdrawal'].map((path) => path + MAILED), '/picture'];

/** Every screen of the product, and the sheets and states that open from them. */
export const SCREENS: readonly Screen[] = [
  ...['/', '/tab1', '/login', '/register', '/empty_wallet', '/empty_wallet_login', '/outbox', '/status', ...BY_MAIL].map((path) => ({
    name: path,
    as: 'visitor' as const,
    path,
  })),
  { name: 'languages', as: 'visitor', path: '/tab1', open: (page) => page.locator('header summary').click() },
  { name: 'refused login', as: 'visitor', path: '/login', open: loginRefused },

  ...[...PAGE_ADDRESSES, '/nothing-here'].map((path) => ({ name: path, as: 'trader' as const, path })),
  { name: 'menu', as: 'trader', path: '/tab1', open: openMenu },
  { name: 'account switcher', as: 'trader', path: '/tab1', open: openPopup() },
  { name: 'quick buy', as: 'trader', path: '/tab1', open: openWith('Home.quickBuy.open') },
  { name: 'sign-out', as: 'trader', path: '/tab1', open: signOut },
  { name: 'session expired', as: 'trader', path: '/tab1', open: loseSession },
  { name: 'no favourites', as: 'trader', path: '/market', open: select('favourites') },
  { name: 'market picker', as: 'trader', path: '/spotorder', open: openPopup() },
  { name: 'last trades', as: 'trader', path: '/marketInfo?coin=BTC-USDT', open: select('trades') },
  { name: 'spot ticket', as: 'trader', path: '/marketInfo?coin=BTC-USDT', open: openTicket },
  { name: 'spot receipt', as: 'trader', path: '/spotorder', open: spotOrder },
  { name: 'spot warning', as: 'trader', path: '/spotorder', open: farPrice },
  { name: 'spot stop-limit', as: 'trader', path: '/spotorder', open: select('stop_limit') },
  { name: 'spot pair', as: 'trader', path: '/spotorder', open: select('sell', 'oco') },
  { name: 'spot exits', as: 'trader', path: '/spotorder', open: (page) => page.locator('form details > summary').first().click() },
  { name: 'spot lifetime', as: 'trader', path: '/spotorder', open: (page) => page.locator('form details > summary').last().click() },
  { name: 'amend an order', as: 'trader', path: '/spotorder', open: openWith('Spot.amend.action') },
  { name: 'cancel all orders', as: 'trader', path: '/spotorder', open: openWith('Spot.cancelAll') },
  { name: 'chart tools', as: 'trader', path: '/marketInfo?coin=BTC-USDT', open: openWith('Chart.tools') },
  { name: 'spot history', as: 'trader', path: '/spotorder', open: (page) => select('history')(page).then(() => openDetails(page)) },
  { name: 'leverage', as: 'trader', path: PERPETUAL, open: openWith('Perpetual.leverageNow') },
  { name: 'funding', as: 'trader', path: PERPETUAL, open: openPopup(1) },
  { name: 'perpetual ticket', as: 'trader', path: '/marketInfo?coin=BTC&type=perpetual', open: openTicket },
  { name: 'perpetual ticket, everything open', as: 'trader', path: PERPETUAL, open: perpetualFull },
  { name: 'perpetual receipt', as: 'trader', path: PERPETUAL, open: perpetualOrder },
  { name: 'perpetual limits', as: 'trader', path: PERPETUAL, open: openDetails },
  { name: 'perpetual open orders', as: 'trader', path: PERPETUAL, open: select('orders') },
  { name: 'add margin', as: 'trader', path: PERPETUAL, open: margin('add') },
  { name: 'take out margin', as: 'trader', path: PERPETUAL, open: margin('remove') },
  { name: 'leverage of a position', as: 'trader', path: PERPETUAL, open: openWith('Perpetual.leverage') },
  { name: 'triggers', as: 'trader', path: PERPETUAL, open: openWith('Perpetual.takeProfitStopLoss') },
  { name: 'close position', as: 'trader', path: PERPETUAL, open: openWith('Perpetual.closePosition') },
  ...['open', 'orders', 'closed', 'payments', 'liquidations', 'seconds'].map((list) => ({
    name: `contracts, ${list}`,
    as: 'trader' as const,
    path: '/contractOrder',
    open: select(list),
  })),
  { name: 'seconds limits', as: 'trader', path: OPTIONS, open: openDetails },
  { name: 'seconds break', as: 'trader', path: OPTIONS, open: askBreak },
  { name: 'running contract', as: 'trader', path: OPTIONS, open: runOption },
  { name: 'running contracts', as: 'trader', path: '/secondorder', open: select('running') },
  { name: 'proof', as: 'trader', path: '/secondorder', open: checkProof },
  { name: 'quote of a conversion', as: 'trader', path: '/convert?from=USDT&to=ETH', open: askQuote },
  { name: 'trades of the records', as: 'trader', path: '/record?active=4', open: openDetails },

  ...['/tab1', '/spotorder', '/secondorder', '/contractOrder', '/record'].map((path) => ({
    name: `empty ${path}`,
    as: 'newcomer' as const,
    path,
  })),
  { name: 'seconds disclosure', as: 'newcomer', path: OPTIONS },
  { name: 'perpetual disclosure', as: 'newcomer', path: PERPETUAL },
  { name: 'seconds test', as: 'newcomer', path: OPTIONS, open: passDisclosure },
  { name: 'perpetual test', as: 'newcomer', path: PERPETUAL, open: passDisclosure },

  ...EARNING.map((path) => ({ name: `earning ${path}`, as: 'earner' as const, path })),
  { name: 'staking receipt', as: 'earner', path: '/tab2', open: stakingReceipt },
  { name: 'hosting amount', as: 'earner', path: '/tab2?active=hosting', open: fillAmount('1000') },
  { name: 'leaving a term', as: 'earner', path: '/pledgehistory', open: openWith('Staking.leave') },
  { name: 'terms that are over', as: 'earner', path: '/pledgehistory', open: select('over') },
  { name: 'day of a book', as: 'earner', path: '/hostingbook?plan=2', open: openBookDay },
  { name: 'entries of a book', as: 'earner', path: '/hostingbook?plan=2', open: openWith('Hosting.allEntries') },
  { name: 'loan calculator', as: 'earner', path: '/tab3', open: fillAmount('1000') },
  { name: 'credit score', as: 'earner', path: '/tab3', open: openWith('Loans.why') },
  { name: 'loan agreement', as: 'earner', path: '/setloandetails?id={loan}', open: readAgreement },
  { name: 'part of a loan', as: 'earner', path: '/setloandetails?id={loan}', open: payPart },
  { name: 'support warning', as: 'earner', path: '/support', open: writePhrase },

  ...['/google', '/authenticator', '/sessions', '/protection', '/data'].map((path) => ({
    name: `guarded ${path}`,
    as: 'guarded' as const,
    path,
  })),
  { name: 'guarded /account', as: 'guarded', path: '/account', open: openAll },
  { name: 'end a session', as: 'guarded', path: '/sessions', open: openWith('Sessions.endOthers') },
  { name: 'freeze the account', as: 'guarded', path: '/sessions', open: openWith('Sessions.freeze') },
  ...PAYING.map((path) => ({ name: `paying ${path}`, as: 'payer' as const, path })),
  { name: 'deposits in every state', as: 'payer', path: '/tab4?active=1', open: everyDeposit },
  { name: 'withdrawals in every state', as: 'payer', path: '/tab4?active=1', open: everyWithdrawal },
  { name: 'outside wallet', as: 'payer', path: '/tab4?active=0', open: unfold('Deposits.outside.title') },
  { name: 'stray deposit', as: 'payer', path: '/tab4?active=0', open: findAstray },
  { name: 'withdrawal to check', as: 'payer', path: OUT, open: checkWithdrawal },
  { name: 'wrong withdrawal', as: 'payer', path: OUT, open: wrongWithdrawal },
  { name: 'address book', as: 'payer', path: OUT, open: unfold('Withdrawals.book.title') },
  { name: 'timeline of a withdrawal', as: 'payer', path: OUT, open: openTimeline },
  { name: 'proof with a picture', as: 'payer', path: '/uploadProof', open: pictureGiven },
  { name: 'proof without a picture', as: 'payer', path: '/uploadProof', open: noPicture },
  { name: 'empty proof', as: 'payer', path: '/uploadProof', open: emptyProof },
  { name: 'transfer by bank', as: 'payer', path: WIRES, open: wireAmount },
  { name: 'quote', as: 'payer', path: '/convert?from=USDT&to=ETH', open: askQuote },
  { name: 'converted', as: 'payer', path: '/convert?from=USDT&to=ETH', open: converted },

  ...['/tab1', '/wallet', '/walletDetails?coin=BTC', OPTIONS, PERPETUAL].map((path) => ({
    name: `real ${path}`,
    as: 'real' as const,
    path,
  })),
];
