import type { NETWORK_PAUSES, OPERATOR_PAUSE_REASONS } from '../../../lib/rules/network-pauses';
import type { Tx } from '../../platform/db';

/** `maintenance` and `security` are operators' own. */
export type NetworkPauseReason = (typeof NETWORK_PAUSES)[number];
export type OperatorPauseReason = (typeof OPERATOR_PAUSE_REASONS)[number];
/** What the chain itself stops. */
export type PauseReason = Exclude<NetworkPauseReason, OperatorPauseReason>;
/** `since` in ms. */
export type NetworkPause = { network: string; reason: NetworkPauseReason; since: number };
/** What is paused: a chain pauses both, operators payments alone or both. */
export type Paused = 'paying' | 'crediting';

const DETAIL_MAX = 500;

/** Returns the networks on which nothing is paid, or nothing is credited, for now; each once, with what only people end first. */
export async function listPauses(tx: Tx, of: Paused = 'paying'): Promise<NetworkPause[]> {
  const { rows } = await tx.query<{ network: string; reason: NetworkPauseReason; since: string }>(
    `SELECT DISTINCT ON (network) network, reason, since
       FROM (SELECT network, reason, since, CASE reason WHEN 'deep_reorganisation' THEN 0 ELSE 2 END AS rank FROM network_pauses
             UNION ALL SELECT network, reason, since, 1 FROM network_stops WHERE $1 = 'paying' OR stops_crediting) AS pauses
      ORDER BY network, rank`,
    [of],
  );
  return rows.map((row) => ({ ...row, since: Number(row.since) }));
}

/** Returns why a network is paused, null when it isn't. Whoever pays or credits asks in the transaction that does it. */
export async function readPause(tx: Tx, network: string, of: Paused = 'paying'): Promise<NetworkPause | null> {
  return (await listPauses(tx, of)).find((pause) => pause.network === network) ?? null;
}

/**
 * Operators stop a network; a stop that is there says something else then, and stops what it stopped: letting go on takes two. Returns whether credits
 * are stopped now.
 */
export async function stopNetwork(
  tx: Tx,
  input: { network: string; reason: OperatorPauseReason; stopsCrediting: boolean; at: number },
): Promise<boolean> {
  const { rows } = await tx.query<{ stops_crediting: boolean }>(
    `INSERT INTO network_stops AS s (network, reason, stops_crediting, since) VALUES ($1, $2, $3, $4)
     ON CONFLICT (network) DO UPDATE SET reason = excluded.reason, stops_crediting = s.stops_crediting OR excluded.stops_crediting
     RETURNING stops_crediting`,
    [input.network, input.reason, input.stopsCrediting, input.at],
  );
  return rows[0]?.stops_crediting === true;
}

/** What operators stopped on a network: payments, or credits too. `since` in ms. */
export type NetworkStop = { network: string; reason: OperatorPauseReason; stopsCrediting: boolean; since: number };

/** Returns what operators stopped, whatever the chains themselves stop. */
export async function listStops(tx: Tx): Promise<NetworkStop[]> {
  const { rows } = await tx.query<{ network: string; reason: OperatorPauseReason; stops_crediting: boolean; since: string }>(
    'SELECT network, reason, stops_crediting, since FROM network_stops ORDER BY network',
  );
  return rows.map(({ stops_crediting: stopsCrediting, since, ...row }) => ({ ...row, stopsCrediting, since: Number(since) }));
}

/** Ends what operators stopped, and nothing else. Returns true when there was something. */
export async function endNetworkStop(tx: Tx, network: string): Promise<boolean> {
  return (await tx.query('DELETE FROM network_stops WHERE network = $1', [network])).rowCount === 1;
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
