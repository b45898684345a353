import { expect, it } from 'vitest';
import { findTarget } from './operators.targets';

it.each([
  ['account.freeze', { user: '7' }, '7'],
  ['vip.fulfil', { user: '7', level: '8', note: 'tickets' }, '7 8'],
  ['cases.read', { queue: 'claims', id: '3' }, 'claims 3'],
  ['lists.read', { list: 'support', filter: 'late', user: '7', after: null }, 'support'],
  ['withdrawals.approve', { id: '9', network: 'ERC20', address: '0x1' }, '9'],
  ['loans.reject', { loan: '4', reason: 'unread' }, '4'],
  ['registry.change', { kind: 'asset', code: 'BTC' }, 'asset BTC'],
  ['events.skip', { consumer: 'keeper', event: '12' }, 'keeper 12'],
  ['events.give-up', { consumer: 'keeper' }, 'keeper'],
  ['markets.halt', { market: 'BTC-USDT', reason: 'feed' }, 'BTC-USDT'],
  ['operators.suspend', { name: 'eve' }, 'eve'],
  ['fees.change', { product: 'spot', makerFeeRate: '0' }, 'spot'],
  ['announcements.publish', { texts: {} }, 'announcements'],
  ['presale.open', { code: 'two', asset: 'SBX' }, 'presale'],
] as const)('security: %s is about what it runs with', (act, input, target) => {
  expect(findTarget(act, input)).toBe(target);
});
