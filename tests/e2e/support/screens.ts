import type { Viewer } from './members';
import { PAGE_ADDRESSES } from './page-addresses';
import {
  askBreak,
  askQuote,
  checkProof,
  farPrice,
  loginRefused,
  loseSession,
  margin,
  openDetails,
  openMenu,
  openPopup,
  openTicket,
  openWith,
  passDisclosure,
  perpetualFull,
  perpetualOrder,
  runOption,
  select,
  signOut,
  spotOrder,
  type Step,
} from './screen-steps';

/** A place where something can be read: a page, or a sheet or state that `open` brings up from there. `{id}`s in `path` are the viewer's own. */
export type Screen = { name: string; as: Viewer; path: string; open?: Step };

const OPTIONS = '/optionOrder?coin=ETH';
const PERPETUAL = '/perpetualorder?coin=BTC';

/** Every screen of the product, and the sheets and states that open from them. */
export const SCREENS: readonly Screen[] = [
  ...['/', '/tab1', '/login', '/register', '/empty_wallet', '/empty_wallet_login', '/outbox', '/status'].map((path) => ({
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

  ...['/tab1', '/wallet', '/walletDetails?coin=BTC', OPTIONS, PERPETUAL].map((path) => ({
    name: `real ${path}`,
    as: 'real' as const,
    path,
  })),
];
