import type { Tx } from '../../platform/db';

export type PauseReason = 'silent' | 'disagreement' | 'deep_reorganisation';
/** `since` in ms. */
export type NetworkPause = { network: string; reason: PauseReason; since: number };

const DETAIL_MAX = 500;

/** Returns the networks on which nothing is credited and nothing is paid for now. */
export async function listPauses(tx: Tx): Promise<NetworkPause[]> {
  const { rows } = await tx.query<{ network: string; reason: PauseReason; since: string }>(
    'SELECT network, reason, since FROM network_pauses ORDER BY network',
  );
  return rows.map((row) => ({ ...row, since: Number(row.since) }));
}

/** Returns why a network is paused, null when it isn't. Whoever pays asks in the transaction that reserves the payment. */
export async function readPause(tx: Tx, network: string): Promise<NetworkPause | null> {
  return (await listPauses(tx)).find((pause) => pause.network === network) ?? null;
}

/**
 * Pauses a network unless it is paused. Returns true when it was not. A deep reorganisation takes the place of what ends by itself: it is the one
 * reason that people have to end.
 */
export async function pauseNetwork(tx: Tx, input: { network: string; reason: PauseReason; detail: string; at: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO network_pauses (network, reason, detail, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (network) DO UPDATE SET reason = excluded.reason, detail = excluded.detail
      WHERE excluded.reason = 'deep_reorganisation' AND network_pauses.reason <> 'deep_reorganisation'`,
    [input.network, input.reason, input.detail.slice(0, DETAIL_MAX), input.at],
  );
  return rowCount > 0;
}

/** Ends a pause that was made for one of the reasons. Returns true when there was one. */
export async function resumeNetwork(tx: Tx, input: { network: string; reasons: readonly PauseReason[] }): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM network_pauses WHERE network = $1 AND reason = ANY($2::text[])', [
    input.network,
    input.reasons,
  ]);
  return rowCount > 0;
}
