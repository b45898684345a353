import type { NotificationKind, NotificationValues } from '../../lib/rules/notifications';
import { SECURITY_CHANGES } from '../../lib/rules/security';

const ORDER = { product: 'spot', order: '7', market: 'BTC-USDT', base: 'BTC', quote: 'USDT', quantity: '0.5' };
const CONTRACT = { contract: '3', market: 'ETH-USDT', base: 'ETH', quote: 'USDT', stake: '10', paid: '18' };
const STAKED = { position: '5', asset: 'USDT', principal: '1000' };
const ALERT = { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', level: '5', value: '6', minutes: '15' };
const HOSTED = { hosted: '6', amount: '1000' };
const WITHDRAWN = { asset: 'USDT', amount: '100', arrives: '97', ending: '4mBeAe', reason: 'The address was reported' };
/** Each kind in each of its variants, with the values that it comes with. */
export const NOTIFICATION_EXAMPLES: readonly (readonly [NotificationKind, NotificationValues])[] = [
  ...['buy', 'sell'].map((side) => ['order-filled', { ...ORDER, side, price: '64000' }] as const),
  ['order-ended', { ...ORDER, filled: '0.2', reason: 'ORDER_NOT_FILLABLE' }],
  ...['stop', 'take_profit', 'stop_loss'].map((trigger) => ['order-triggered', { ...ORDER, trigger, price: '60000' }] as const),
  ['position-liquidated', { ...ORDER, mark: '60000', lost: '90.5' }],
  ['position-reduced', { ...ORDER, price: '60000' }],
  ...['won', 'lost', 'refunded'].map((result) => ['contract-settled', { ...CONTRACT, result }] as const),
  ...['faucet', 'demo'].map((source) => ['money-credited', { source, asset: 'USDT', amount: '10000' }] as const),
  ['deposit-seen', { asset: 'USDT', amount: '500', network: 'ERC20', confirmations: '5' }],
  ['deposit-orphaned', { asset: 'USDT', amount: '500', network: 'ERC20' }],
  ['deposit-credited', { asset: 'USDT', amount: '500', network: 'ERC20' }],
  ['deposit-credited', { asset: 'USDT', amount: '500', network: 'ERC20', how: 'hand' }],
  ...['waiting', 'review', 'approved', 'sent', 'done', 'cancelled', 'refused', 'late'].map(
    (news) => ['withdrawal', { ...WITHDRAWN, news }] as const,
  ),
  ['converted', { from: 'USDT', to: 'ETH', amount: '250', received: '0.0998001' }],
  ['small-converted', { coins: '3', to: 'USDT', received: '4.2' }],
  ...['invitation', 'vip', 'extra'].map((reward) => ['reward-credited', { reward, asset: 'USDT', amount: '25' }] as const),
  ...['delivered', 'refunded', 'cancelled'].map(
    (how) => ['presale-settled', { how, asset: 'SBX', tokens: '66', paid: '16.5', back: '33.5' }] as const,
  ),
  ['announcement', { announcement: '3', title: 'Maintenance' }],
  ['support-answered', { line: '5' }],
  ['presale-vested', { asset: 'SBX', tokens: '16', left: '33' }],
  ...['yes', 'no'].map((claim) => ['vip-reached', { level: '7', claim }] as const),
  ['staking-credited', { ...STAKED, amount: '0.5', day: '3', days: '7' }],
  ['staking-ends-soon', { ...STAKED, until: '2026-03-02' }],
  ['staking-ends-soon', { ...STAKED, until: '2026-03-02', renews: 'yes' }],
  ['staking-renewed', { ...STAKED, until: '2026-03-09', rate: '0.02', days: '7', paid: '3.5' }],
  ...['ended', 'redeemed', 'not_renewed'].map((how) => ['staking-ended', { ...STAKED, how, returned: '1000', paid: '3.5' }] as const),
  ['hosting-credited', { ...HOSTED, paid: '8', fee: '2' }],
  ['hosting-ends-soon', { ...HOSTED, until: '2026-03-02' }],
  ...['ended', 'redeemed', 'stopped', 'cancelled'].map(
    (how) => ['hosting-ended', { ...HOSTED, how, returned: '990', income: '-2' }] as const,
  ),
  ['loan-paid-out', { loan: '17', amount: '1000', until: '2026-03-02' }],
  ['loan-rejected', { loan: '17', amount: '1000' }],
  ['loan-due-soon', { loan: '17', hours: '48', owed: '1009' }],
  ...['first', 'day'].map((when) => ['loan-overdue', { loan: '17', when, days: '2', owed: '1009', fee: '3' }] as const),
  ...['part', 'all', 'automatic', 'withdrawn'].map((how) => ['loan-repaid', { loan: '17', how, paid: '600', left: '400' }] as const),
  ['loan-written-off', { loan: '17', amount: '1000' }],
  ...['price-up', 'price-down', 'move', 'funding', 'liquidation'].map((what) => ['alert', { ...ALERT, what }] as const),
  ['alert', { what: 'loan', level: '5', loan: '17' }],
  ['alert', { what: 'term', level: '5', position: '5' }],
  ['margin-warning', { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', mark: '60000' }],
  ['perpetual-terms', { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', level: '50', rate: '1', until: '2026-03-02' }],
  ['identity-submitted', { until: '2026-03-02' }],
  ...['invitation', 'vip', 'extra'].map((reward) => ['reward-credited', { reward, asset: 'USDT', amount: '10' }] as const),
  ['identity-approved', {}],
  ['identity-rejected', {}],
  ['proof-answered', { asset: 'USDT', amount: '500' }],
  ['break-started', { until: '2026-03-02' }],
  ['limits-changed', {}],
  ['new-device', { device: 'known', browser: 'Firefox', system: 'Linux', place: '10.0.0' }],
  ['new-device', { device: 'unknown', browser: '', system: '', place: '10.0.0' }],
  ['password-changed', {}],
  ['account-frozen', { support: 'support@candor.example' }],
  ['account-unfrozen', {}],
  ['export-ready', { until: '2026-03-02' }],
  ['account-closed', {}],
  ...SECURITY_CHANGES.map((what) => ['security-changed', { what }] as const),
];
