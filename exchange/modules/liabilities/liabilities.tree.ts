import { createHash } from 'node:crypto';
import { foldNodes, type PathStep, type SumNode } from '../../../lib/rules/liabilities';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import { findPageOf, insertNodes, listLeaves, listNodes, type NodeRow } from './liabilities.reading';
import { setRoot } from './liabilities.repository';

/** Levels between two that are kept, and so many nodes are one of the next tier. */
const PAGE_LEVELS = 6;
export const PAGE_NODES = 2 ** PAGE_LEVELS;
/** Pages of one chunk: some milliseconds of hashing. */
export const CHUNK_PAGES = 4;

export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Where the folding of one asset stands: pages of a tier that are done, the last leaf of them, and how many leaves there were in all. */
export type FoldPlace = { asset: string; tier: number; page: number; after: string | null; leaves: number };
export const firstPlace = (asset: string): FoldPlace => ({ asset, tier: 0, page: 0, after: null, leaves: 0 });

function toSumNodes(rows: readonly NodeRow[], scale: number): SumNode[] {
  return rows.map(({ hash, sum }) => ({ hash, sum: fromUnits(sum, scale) }));
}

/** Folds some pages of a tree. Returns where to go on; null: its root is set. A tier that fits into one page is folded to its one node, else each page by six levels. */
export async function foldPages(tx: Tx, id: string, { asset, tier, page, after, leaves }: FoldPlace): Promise<FoldPlace | null> {
  const limit = PAGE_NODES * CHUNK_PAGES;
  const of = { id, asset, limit };
  const rows = tier === 0 ? await listLeaves(tx, { ...of, after }) : await listNodes(tx, { ...of, tier, from: page * PAGE_NODES });
  const scale = getAssetScale(asset);
  const count = tier === 0 ? leaves + rows.length : leaves;
  if (page === 0 && rows.length <= PAGE_NODES) {
    const { top } = foldNodes(toSumNodes(rows, scale), { levels: null, hash: hashText });
    if (rows.length > 0) await setRoot(tx, { id, asset, hash: top.hash, sum: toUnits(top.sum, scale), leaves: count });
    return null;
  }
  const nodes: NodeRow[] = [];
  for (let at = 0; at < rows.length; at += PAGE_NODES) {
    const { top } = foldNodes(toSumNodes(rows.slice(at, at + PAGE_NODES), scale), { levels: PAGE_LEVELS, hash: hashText });
    const first = rows[at]?.hash ?? '';
    nodes.push({ hash: top.hash, sum: toUnits(top.sum, scale), ...(tier === 0 ? { first } : {}) });
  }
  await insertNodes(tx, { id, asset, tier: tier + 1, from: page, nodes });
  if (rows.length < limit) return { asset, tier: tier + 1, page: 0, after: null, leaves: count };
  return { asset, tier, page: page + nodes.length, after: tier === 0 ? (rows.at(-1)?.hash ?? null) : null, leaves: count };
}

/** Returns the way from a leaf to its root: at most 64 rows are read for six levels. @throws Error for a leaf that isn't of this tree */
export async function readPath(tx: Tx, { id, asset, hash }: { id: string; asset: string; hash: string }): Promise<PathStep[]> {
  const scale = getAssetScale(asset);
  const page = await findPageOf(tx, { id, asset, hash });
  const leaves = await listLeaves(tx, { id, asset, from: page?.first ?? null, limit: PAGE_NODES });
  const index = leaves.findIndex((leaf) => leaf.hash === hash);
  if (index === -1) throw new Error(`leaf ${hash} is not in tree ${id} of ${asset}`);
  const levels = page === null ? null : PAGE_LEVELS;
  const { path } = foldNodes(toSumNodes(leaves, scale), { levels, index, hash: hashText });
  let place = page?.seq ?? null;
  for (let tier = 1; place !== null; tier += 1) {
    const from: number = place - (place % PAGE_NODES);
    // One more says whether this tier has another page.
    const found = await listNodes(tx, { id, asset, tier, from, limit: PAGE_NODES + 1 });
    const isTop: boolean = from === 0 && found.length <= PAGE_NODES;
    const nodes = toSumNodes(found.slice(0, PAGE_NODES), scale);
    path.push(...foldNodes(nodes, { levels: isTop ? null : PAGE_LEVELS, index: place - from, hash: hashText }).path);
    place = isTop ? null : from / PAGE_NODES;
  }
  return path;
}
