import { addDecimals, compareDecimals, normaliseDecimal } from './decimal';

/**
 * The tree of hashes over what members own of one asset. Every leaf is a whole balance; a node's hash covers the hashes and the sums of both its children, so
 * that no sum inside the tree can be another one than it says. Hashes are SHA-256 over UTF-8, 64 hex digits; amounts are canonical decimals.
 */
const FORMAT = 'candor-liabilities-1';

/** Two leaves are one level, four are two: more than any number of members. */
export const PATH_MAX = 48;

export type SumNode = { hash: string; sum: string };
/** A neighbour on the way up, and on which side it stands. */
export type PathStep = SumNode & { side: 'left' | 'right' };
/** `owner` is `member:<number>`, or `book:<number>` for a book of hosting; `nonce` is 32 random hex digits. */
export type Leaf = { snapshot: string; asset: string; owner: string; amount: string; nonce: string };

/** Stands beside the last node of a level that has an odd number of them. Its hash is that of `candor-liabilities-1|empty`. */
export const EMPTY_NODE: SumNode = { hash: '0cf4ea6b8502f58340a1cceb41c0f9cf8c1a04bc7cef7132ece13eddd712043a', sum: '0' };

/** Returns what the hash of a leaf is taken of: `candor-liabilities-1|leaf|7|USDT|member:42|5.5|<nonce>`. */
export function formatLeafText({ snapshot, asset, owner, amount, nonce }: Leaf): string {
  return [FORMAT, 'leaf', snapshot, asset, owner, amount, nonce].join('|');
}

/** Returns what the hash of a node is taken of: `candor-liabilities-1|node|<left hash>|<left sum>|<right hash>|<right sum>`. */
export function formatNodeText(left: SumNode, right: SumNode): string {
  return [FORMAT, 'node', left.hash, left.sum, right.hash, right.sum].join('|');
}

/** Returns the level above: each pair as one node, the last of an odd number beside the empty node. */
function foldLevel(nodes: readonly SumNode[], hash: (text: string) => string): SumNode[] {
  const above: SumNode[] = [];
  for (let index = 0; index < nodes.length; index += 2) {
    const left = nodes[index] as SumNode;
    const right = nodes[index + 1] ?? EMPTY_NODE;
    above.push({ hash: hash(formatNodeText(left, right)), sum: addDecimals(left.sum, right.sum) });
  }
  return above;
}

/** Folds `levels` times, at most until one node is left where `levels` is null. Returns the top and the path to it from the node at `index`. */
export function foldNodes(
  nodes: readonly SumNode[],
  { levels, index = 0, hash }: { levels: number | null; index?: number; hash: (text: string) => string },
): { top: SumNode; path: PathStep[] } {
  const path: PathStep[] = [];
  let level = nodes;
  let at = index;
  for (let done = 0; levels === null ? level.length > 1 : done < levels; done += 1) {
    const isLeft = at % 2 === 0;
    path.push({ ...(level[isLeft ? at + 1 : at - 1] ?? EMPTY_NODE), side: isLeft ? 'right' : 'left' });
    level = foldLevel(level, hash);
    at = Math.floor(at / 2);
  }
  return { top: level[0] ?? EMPTY_NODE, path };
}

/** `sum`: an amount that is negative or not written canonically; `root`: the path leads to another hash or another sum than was published. */
export type InclusionFault = 'sum' | 'root';

const isSum = (text: string) => normaliseDecimal(text) === text && !text.startsWith('-');

/** Recomputes the way from a leaf to the published root. Returns the first fault; null: the leaf's amount is in the root's sum. */
export async function findInclusionFault(
  { leaf, path, root }: { leaf: Leaf; path: readonly PathStep[]; root: SumNode },
  hash: (text: string) => Promise<string>,
): Promise<InclusionFault | null> {
  // A negative neighbour would hide as much of what is owed.
  if (![leaf.amount, root.sum, ...path.map(({ sum }) => sum)].every(isSum)) return 'sum';
  if (path.length > PATH_MAX) return 'root';
  let node: SumNode = { hash: await hash(formatLeafText(leaf)), sum: leaf.amount };
  for (const { side, ...beside } of path) {
    const [left, right] = side === 'left' ? [beside, node] : [node, beside];
    node = { hash: await hash(formatNodeText(left, right)), sum: addDecimals(left.sum, right.sum) };
  }
  return node.hash === root.hash && compareDecimals(node.sum, root.sum) === 0 ? null : 'root';
}
