import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EMPTY_NODE, findInclusionFault, foldNodes, formatLeafText, type Leaf, type PathStep, type SumNode } from './liabilities';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const ask = async (text: string) => hash(text);

const OWNERS = ['member:40', 'member:41', 'book:3', 'member:43', 'member:44'];
const AMOUNTS = ['5.5', '0.00000001', '1000000', '3', '0.25'];
const leafAt = (index: number): Leaf => ({
  snapshot: '7',
  asset: 'USDT',
  owner: OWNERS[index] ?? `member:${index}`,
  amount: AMOUNTS[index] ?? String(index),
  nonce: index.toString(16).padStart(2, '0').repeat(16),
});
const nodeAt = (index: number): SumNode => ({ hash: hash(formatLeafText(leafAt(index))), sum: leafAt(index).amount });
const nodes = (count: number) => Array.from({ length: count }, (_, index) => nodeAt(index));
const fold = (count: number, index = 0) => foldNodes(nodes(count), { levels: null, index, hash });

describe('roots', () => {
  it('the empty node has the hash of its own text', () => {
    expect(EMPTY_NODE).toEqual({ hash: hash('candor-liabilities-1|empty'), sum: '0' });
  });

  // Computed apart from this code, with Python's hashlib and decimal.
  it.each([
    { leaves: 1, root: '2fab2e9f570b2da2800c4160220ef76cf4c9fd32e448e616f08d0ea732ef9875', sum: '5.5' },
    { leaves: 2, root: '9e9c13807120a9c123d7339f096e2b579f091d71da2a86f2dfa4980ff30eced2', sum: '5.50000001' },
    { leaves: 3, root: '42bd12c20b7baf425e5e836876c1ed659aac36ef91a24e037a5220caafa60351', sum: '1000005.50000001' },
    { leaves: 5, root: 'd2f5460c45fbf42faf8d994a1f8ed738f6bf4f6aacd2dd6c260a123b818f03b4', sum: '1000008.75000001' },
  ])('of $leaves leaves sums to $sum', ({ leaves, root, sum }) => {
    expect(fold(leaves).top).toEqual({ hash: root, sum });
  });

  it('folding in pages of 64 gives the root that folding level by level gives', () => {
    for (const count of [64, 65, 127, 129, 300]) {
      const pages = Array.from({ length: Math.ceil(count / 64) }, (_, page) => nodes(count).slice(page * 64, page * 64 + 64));
      const tops = pages.map((page) => foldNodes(page, { levels: pages.length === 1 ? null : 6, hash }).top);
      expect(foldNodes(tops, { levels: null, hash }).top, String(count)).toEqual(fold(count).top);
    }
  });
});

describe('the way from a leaf', () => {
  it('leads to the root from every leaf of trees of each shape', async () => {
    for (const count of [1, 2, 3, 5, 8, 13])
      for (let index = 0; index < count; index += 1) {
        const { top: root, path } = fold(count, index);
        expect(await findInclusionFault({ leaf: leafAt(index), path, root }, ask), `${index} of ${count}`).toBeNull();
      }
  });

  const { top: root, path } = fold(5, 1);
  const leaf = leafAt(1);
  const swap = (at: number, step: Partial<PathStep>) => path.map((each, index) => (index === at ? { ...each, ...step } : each));
  it.each([
    { name: 'a smaller amount', given: { leaf: { ...leaf, amount: '0' } }, fault: 'root' },
    { name: 'the leaf of somebody else', given: { leaf: { ...leaf, owner: 'member:42' } }, fault: 'root' },
    { name: 'the leaf of another day', given: { leaf: { ...leaf, snapshot: '8' } }, fault: 'root' },
    { name: 'a neighbour with another sum', given: { path: swap(0, { sum: '5' }) }, fault: 'root' },
    { name: 'a neighbour with another hash', given: { path: swap(1, { hash: root.hash }) }, fault: 'root' },
    { name: 'a neighbour on the other side', given: { path: swap(0, { side: 'right' }) }, fault: 'root' },
    { name: 'a neighbour below zero', given: { path: swap(2, { sum: '-1' }) }, fault: 'sum' },
    { name: 'a sum that is written in another way', given: { path: swap(0, { sum: '5.50' }) }, fault: 'sum' },
    { name: 'a path that is too short', given: { path: path.slice(1) }, fault: 'root' },
    { name: 'another root', given: { root: { ...root, hash: leaf.nonce.repeat(2) } }, fault: 'root' },
    { name: 'another sum of the root', given: { root: { ...root, sum: '1000008' } }, fault: 'root' },
  ])('security: $name is refused', async ({ given, fault }) => {
    expect(await findInclusionFault({ leaf, path, root, ...given }, ask)).toBe(fault);
  });
});
