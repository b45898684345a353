import type { Tx } from '../../platform/db';

/** A node of a tree; `sum` in base units. `first` is the first leaf of a page of leaves. */
export type NodeRow = { hash: string; sum: bigint; first?: string };
type Row = { hash: string; sum: string };
const toNode = ({ hash, sum }: Row): NodeRow => ({ hash, sum: BigInt(sum) });

/** Trees of which leaves are kept too. */
export const WHOLE_MAX = 3;

type Place = { id: string; asset: string; limit: number };

/** Returns leaves in the order of their hashes, from one on or after one; null: from the first. */
export async function listLeaves(
  tx: Tx,
  { id, asset, from = null, after = null, limit }: Place & { from?: string | null; after?: string | null },
) {
  const { rows } = await tx.query<Row>(
    `SELECT encode(hash, 'hex') AS hash, amount AS sum FROM liability_leaves
      WHERE snapshot = $1 AND asset = $2 AND hash >= decode(coalesce($3, $4, ''), 'hex') AND ($4::text IS NULL OR hash > decode($4, 'hex'))
      ORDER BY liability_leaves.hash LIMIT $5`,
    [id, asset, from, after, limit],
  );
  return rows.map(toNode);
}

/** Returns the nodes of a tier from one on. */
export async function listNodes(tx: Tx, { id, asset, tier, from, limit }: Place & { tier: number; from: number }): Promise<NodeRow[]> {
  const { rows } = await tx.query<Row>(
    `SELECT encode(hash, 'hex') AS hash, sum FROM liability_nodes
      WHERE snapshot = $1 AND asset = $2 AND tier = $3 AND seq >= $4 AND seq < $4::int4 + $5::int4 ORDER BY seq`,
    [id, asset, tier, from, limit],
  );
  return rows.map(toNode);
}

export async function insertNodes(
  tx: Tx,
  { id, asset, tier, from, nodes }: { id: string; asset: string; tier: number; from: number; nodes: readonly NodeRow[] },
): Promise<void> {
  if (nodes.length === 0) return;
  await tx.query(
    `INSERT INTO liability_nodes (snapshot, asset, tier, seq, hash, sum, first)
     SELECT $1, $2, $3, n.seq, decode(n.hash, 'hex'), n.sum, decode(n.first, 'hex')
       FROM unnest($4::int4[], $5::text[], $6::numeric[], $7::text[]) AS n(seq, hash, sum, first)`,
    [
      ...[id, asset, tier],
      nodes.map((_node, index) => from + index),
      nodes.map(({ hash }) => hash),
      nodes.map(({ sum }) => sum),
      nodes.map(({ first }) => first ?? null),
    ],
  );
}

/** Returns the page of leaves in which a leaf stands; null: there are no pages, or the leaf isn't of this tree. */
export async function findPageOf(tx: Tx, { id, asset, hash }: { id: string; asset: string; hash: string }) {
  const { rows } = await tx.query<{ seq: number; first: string }>(
    `SELECT seq, encode(first, 'hex') AS first FROM liability_nodes
      WHERE snapshot = $1 AND asset = $2 AND tier = 1 AND first <= decode($3, 'hex') ORDER BY liability_nodes.first DESC LIMIT 1`,
    [id, asset, hash],
  );
  return rows[0] ?? null;
}

/** Returns a member's own leaves of a tree, by asset; base units. */
export async function listOwnLeaves(tx: Tx, { id, userId, limit }: { id: string; userId: string; limit: number }) {
  const { rows } = await tx.query<{ asset: string; hash: string; nonce: string; amount: string }>(
    `SELECT asset, encode(hash, 'hex') AS hash, encode(nonce, 'hex') AS nonce, amount FROM liability_leaves
      WHERE snapshot = $1 AND user_id = $2 AND book IS NULL ORDER BY asset LIMIT $3`,
    [id, userId, limit],
  );
  return rows.map(({ amount, ...row }) => ({ ...row, units: BigInt(amount) }));
}

export type Root = { asset: string; hash: string; sum: bigint; leaves: number };

/** Returns the newest trees that are published, newest first, each with its roots by asset. Times in ms, base units. */
export async function listPublished(tx: Tx, { limit }: { limit: number }): Promise<{ id: string; at: number; roots: Root[] }[]> {
  const { rows } = await tx.query<{ id: string; at: string; asset: string | null; hash: string; sum: string; leaves: number }>(
    `SELECT s.id, s.at, r.asset, encode(r.hash, 'hex') AS hash, r.sum, r.leaves
       FROM (SELECT id, at FROM liability_snapshots WHERE state = 'done' ORDER BY at DESC, id DESC LIMIT $1) s
       LEFT JOIN liability_roots r ON r.snapshot = s.id ORDER BY s.at DESC, s.id DESC, r.asset`,
    [limit],
  );
  const found = new Map<string, { id: string; at: number; roots: Root[] }>();
  for (const { id, at, asset, hash, sum, leaves } of rows) {
    const tree = found.get(id) ?? { id, at: Number(at), roots: [] };
    if (asset !== null) tree.roots.push({ asset, hash, sum: BigInt(sum), leaves });
    found.set(id, tree);
  }
  return [...found.values()];
}

/** Says whether leaves of a published tree are kept. */
export async function isKept(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM (SELECT id, is_whole FROM liability_snapshots WHERE state = 'done' ORDER BY at DESC, id DESC LIMIT ${WHOLE_MAX}) n
      WHERE n.id = $1 AND n.is_whole`,
    [id],
  );
  return rows.length > 0;
}
