import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NOTIFICATION_EXAMPLES } from '../../tests/helpers/notification-examples';
import { LOCALES } from '../protocol/wire';
import { completeValues, fillText, findSubject, isFigure, isPrice, nameText, NOTIFICATION_KINDS } from './notifications';

const ORDER = { product: 'spot', order: '7', market: 'BTC-USDT' };
const HOSTED = { hosted: '6' };
const STAKED = { position: '5' };

type Texts = { kinds: Record<string, { title: string; text: string }> };
const textsOf = (locale: string): Texts => JSON.parse(readFileSync(`messages/${locale}/notifications.json`, 'utf8'));

describe('texts of notifications', () => {
  it('the examples are every kind', () => {
    expect(new Set(NOTIFICATION_EXAMPLES.map(([kind]) => kind))).toEqual(new Set(Object.keys(NOTIFICATION_KINDS)));
    expect(readdirSync('messages').sort()).toEqual([...LOCALES].sort());
  });

  it.each(LOCALES)('%s says every kind with its values, and has no text that none asks for', (locale) => {
    const { kinds } = textsOf(locale);
    const asked = new Set<string>();
    for (const [kind, values] of NOTIFICATION_EXAMPLES) {
      const name = nameText(kind, values);
      asked.add(name);
      const { title, text } = kinds[name] ?? { title: '', text: '' };
      expect(title, name).not.toBe('');
      expect(title).not.toMatch(/[{}]/);
      expect(fillText(text, completeValues(kind, values)), name).not.toMatch(/[{}]/);
      if (kind.startsWith('order') || kind.startsWith('position')) expect(fillText(text, values)).toContain('0.5 BTC');
    }
    expect(new Set(Object.keys(kinds))).toEqual(asked);
  });

  it('a daily rate is said with its yearly ones', () => {
    expect(completeValues('staking-renewed', { rate: '0.0436363636' })).toMatchObject({ apr: '15.92', apy: '17.26' });
    expect(completeValues('staking-renewed', { rate: 'unknown' })).toMatchObject({ apr: '–', apy: '–' });
    expect(completeValues('staking-ended', { paid: '1' })).toEqual({ paid: '1' });
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

it.each([
  ['price', { market: 'BTC-USDT' }, true],
  ['mark', {}, true],
  ['level', { what: 'price-up', market: 'BTC-USDT' }, true],
  ['value', { what: 'liquidation', market: 'BTC-USDT' }, true],
  ['level', { what: 'liquidation', market: 'BTC-USDT' }, false],
  ['value', { what: 'move', market: 'BTC-USDT' }, false],
  ['level', { what: 'loan' }, false],
  ['quantity', { market: 'BTC-USDT' }, false],
])('%s of %o is a price: %s', (name, values, isOne) => expect(isPrice(name, values)).toBe(isOne));

describe('what a notification is about', () => {
  it.each([
    ['order-filled', ORDER, { subject: 'order', id: '7', product: 'spot' }],
    ['position-liquidated', { ...ORDER, product: 'perpetual' }, { subject: 'order', id: '7', product: 'perpetual' }],
    ['contract-settled', { contract: '3' }, { subject: 'contracts' }],
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
    ['security-changed', { what: 'passkey-added' }, { subject: 'sessions' }],
    ['security-changed', { what: 'wallet-linked' }, { subject: 'protection' }],
    ['account-frozen', {}, { subject: 'sessions' }],
    ['account-unfrozen', {}, { subject: 'sessions' }],
    ['export-ready', {}, { subject: 'data' }],
    ['loan-repaid', { loan: '17' }, { subject: 'loan', id: '17' }],
    ['alert', { what: 'price-up', market: 'BTC-USDT' }, { subject: 'market', market: 'BTC-USDT', product: 'spot' }],
    ['alert', { what: 'funding', market: 'BTC-USDT' }, { subject: 'market', market: 'BTC-USDT', product: 'perpetual' }],
    ['perpetual-terms', { market: 'BTC-USDT' }, { subject: 'market', market: 'BTC-USDT', product: 'perpetual' }],
    ['alert', { what: 'liquidation', market: 'BTC-USDT' }, { subject: 'position', market: 'BTC-USDT' }],
    ['margin-warning', { market: 'BTC-USDT' }, { subject: 'position', market: 'BTC-USDT' }],
    ['alert', { position: '5' }, { subject: 'staking' }],
    ['break-started', {}, { subject: 'limits' }],
    ['limits-changed', {}, { subject: 'limits' }],
    ['account-closed', {}, null],
  ] as const)('%s', (kind, values, subject) => expect(findSubject(kind, values)).toEqual(subject));
});
