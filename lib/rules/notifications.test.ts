import { readdirSync, readFileSync } from 'node:fs';
import { SECURITY_CHANGES } from './security';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../protocol/wire';
import {
  fillText,
  findSubject,
  isFigure,
  nameText,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationValues,
} from './notifications';

const ORDER = { product: 'spot', order: '7', market: 'BTC-USDT', base: 'BTC', quote: 'USDT', quantity: '0.5' };
const CONTRACT = { contract: '3', market: 'ETH-USDT', base: 'ETH', quote: 'USDT', stake: '10', paid: '18' };
const STAKED = { position: '5', asset: 'USDT', principal: '1000' };
const ALERT = { market: 'BTC-USDT', base: 'BTC', quote: 'USDT', level: '5', value: '6', minutes: '15', loan: '17', position: '5' };
const HOSTED = { hosted: '6', amount: '1000' };
const WITHDRAWN = { asset: 'USDT', amount: '100', arrives: '97', ending: '4mBeAe', reason: 'The address was reported' };
/** Each kind in each of its variants, with the values that it comes with. */
const EXAMPLES: readonly (readonly [NotificationKind, NotificationValues])[] = [
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
  ...['price-up', 'price-down', 'move', 'funding', 'liquidation', 'loan', 'term'].map((what) => ['alert', { ...ALERT, what }] as const),
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

type Texts = { kinds: Record<string, { title: string; text: string }> };
const textsOf = (locale: string): Texts => JSON.parse(readFileSync(`messages/${locale}/notifications.json`, 'utf8'));

describe('texts of notifications', () => {
  it('the examples are every kind', () => {
    expect(new Set(EXAMPLES.map(([kind]) => kind))).toEqual(new Set(Object.keys(NOTIFICATION_KINDS)));
    expect(readdirSync('messages').sort()).toEqual([...LOCALES].sort());
  });

  it.each(LOCALES)('%s says every kind with its values, and has no text that none asks for', (locale) => {
    const { kinds } = textsOf(locale);
    const asked = new Set<string>();
    for (const [kind, values] of EXAMPLES) {
      const name = nameText(kind, values);
      asked.add(name);
      const { title, text } = kinds[name] ?? { title: '', text: '' };
      expect(title, name).not.toBe('');
      expect(title).not.toMatch(/[{}]/);
      expect(fillText(text, values), name).not.toMatch(/[{}]/);
      if (kind.startsWith('order') || kind.startsWith('position')) expect(fillText(text, values)).toContain('0.5 BTC');
    }
    expect(new Set(Object.keys(kinds))).toEqual(asked);
  });

  it('a place without a value stays as it is', () => {
    expect(fillText('{amount} {asset}', { amount: '1' })).toBe('1 {asset}');
  });
});

it.each([
  ['amount', '1000.5', true],
  ['income', '-2', true],
  ['loan', '1000', false],
  ['ending', '123456', false],
  ['place', '10.0', false],
  ['title', '2026', false],
  ['amount', 'all', false],
])('%s %s is a figure: %s', (name, value, isOne) => expect(isFigure(name, value)).toBe(isOne));

describe('what a notification is about', () => {
  it.each([
    ['order-filled', ORDER, { subject: 'order', id: '7', product: 'spot' }],
    ['position-liquidated', { ...ORDER, product: 'perpetual' }, { subject: 'order', id: '7', product: 'perpetual' }],
    ['contract-settled', CONTRACT, { subject: 'contracts' }],
    ['money-credited', { asset: 'USDT' }, { subject: 'coin', asset: 'USDT' }],
    ['deposit-seen', { asset: 'USDT' }, { subject: 'deposits' }],
    ['reward-credited', { reward: 'invitation' }, { subject: 'invitations' }],
    ['reward-credited', { reward: 'extra' }, { subject: 'vip' }],
    ['presale-settled', { how: 'refunded', asset: 'SBX' }, { subject: 'presale' }],
    ['announcement', { announcement: '3', title: 'Maintenance' }, { subject: 'announcements' }],
    ['support-answered', { line: '5' }, { subject: 'support' }],
    ['vip-reached', { level: '7', claim: 'yes' }, { subject: 'vip' }],
    ['converted', { to: 'ETH' }, { subject: 'coin', asset: 'ETH' }],
    ['staking-ended', STAKED, { subject: 'staking' }],
    ['hosting-ended', HOSTED, { subject: 'hosting' }],
    ['new-device', {}, { subject: 'sessions' }],
    ['export-ready', {}, { subject: 'data' }],
    ['loan-repaid', { loan: '17' }, { subject: 'loan', id: '17' }],
    ['alert', { what: 'price-up', market: 'BTC-USDT' }, { subject: 'market', market: 'BTC-USDT', product: 'spot' }],
    ['alert', { what: 'funding', market: 'BTC-USDT' }, { subject: 'market', market: 'BTC-USDT', product: 'perpetual' }],
    ['perpetual-terms', { market: 'BTC-USDT' }, { subject: 'market', market: 'BTC-USDT', product: 'perpetual' }],
    ['alert', { what: 'liquidation', market: 'BTC-USDT' }, { subject: 'position', market: 'BTC-USDT' }],
    ['margin-warning', { market: 'BTC-USDT' }, { subject: 'position', market: 'BTC-USDT' }],
    ['alert', { position: '5' }, { subject: 'staking' }],
    ['break-started', {}, null],
  ] as const)('%s', (kind, values, subject) => expect(findSubject(kind, values)).toEqual(subject));
});
