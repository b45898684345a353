import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { foldNodes, formatLeafText } from '../../lib/rules/liabilities';
import { checkLiabilities } from './check-liabilities';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const nonce = 'ab'.repeat(16);
const leafOf = (asset: string, userId: number, amount: string) => ({ snapshot: '7', asset, owner: `member:${userId}`, amount, nonce });
const nodesOf = (asset: string) =>
  ['5.5', '2', '30'].map((amount, index) => ({ hash: hash(formatLeafText(leafOf(asset, 40 + index, amount))), sum: amount }));
const foldOf = (asset: string, index: number) => foldNodes(nodesOf(asset), { levels: null, index, hash });
const rootOf = (asset: string) => {
  const { hash: root, sum } = foldOf(asset, 0).top;
  return { asset, hash: root, sum, leaves: 3 };
};
const tree = { id: '7', at: '2026-03-01T12:00:00.000Z', roots: [rootOf('BTC'), rootOf('USDT')] };
const leaf = (asset: string, amount = '2') => ({ asset, amount, nonce, path: foldOf(asset, 1).path });
const own = { isKept: true, owner: 'member:41', leaves: [leaf('BTC'), leaf('USDT')] };
const check = (given: Partial<typeof own>, of = tree, userId = '41') => checkLiabilities(of, { ...own, ...given }, userId);

describe('own leaves', () => {
  it('are counted where each leads to the root of its coin', async () => {
    expect(await check({})).toEqual([
      { asset: 'BTC', amount: '2', isCounted: true },
      { asset: 'USDT', amount: '2', isCounted: true },
    ]);
  });

  it.each([
    { name: 'one amount is smaller', given: { leaves: [leaf('BTC', '1'), leaf('USDT')] }, counted: [false, true] },
    { name: 'one is of another coin', given: { leaves: [{ ...leaf('BTC'), asset: 'USDT' }] }, counted: [false] },
    { name: 'there is no root of a coin', given: {}, of: { ...tree, roots: tree.roots.slice(1) }, counted: [false, true] },
    { name: 'the tree is of another day', given: {}, of: { ...tree, id: '8' }, counted: [false, false] },
    { name: 'they are of somebody else', given: {}, userId: '42', counted: [false, false] },
    { name: 'they say another number', given: { owner: 'member:42' }, userId: '42', counted: [false, false] },
  ])('security: are not where $name', async ({ given, of, userId, counted }) => {
    expect((await check(given, of, userId)).map(({ isCounted }) => isCounted)).toEqual(counted);
  });
});
