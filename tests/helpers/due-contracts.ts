import { createId } from '../../exchange/platform/ids';
import type { Tx } from '../../exchange/platform/db';
import { type Journal, postJournals } from '../../exchange/modules/ledger/ledger';
import { stakeJournal } from '../../exchange/modules/options/options.postings';

const STAKE = 1_000_000_000n;
const PROFIT = 850_000_000n;
/** Far from the ids of users that signed in. */
const FIRST_USER = 5_000_000;

/**
 * Writes running contracts of one user each that are all due at `deliversAt` (ms, a whole second), with their stakes and reserves posted: half
 * of them `up`, half `down`, on BTC-USDT and ETH-USDT in turn. `strike` is each market's purchase price.
 */
export async function insertDueContracts(
  tx: Tx,
  input: { count: number; deliversAt: number; durationMs: number; strike: Record<'BTC-USDT' | 'ETH-USDT', string> },
): Promise<void> {
  const strikeAt = input.deliversAt - input.durationMs;
  const users = Array.from({ length: input.count }, (_, index) => String(FIRST_USER + index));
  const grants: Journal[] = users.map((user) => ({
    code: 'DEMO_GRANT',
    reference: `due-${createId()}`,
    at: strikeAt,
    postings: [
      { address: 'outside:demo:grants:USDT', amount: -STAKE },
      { address: `user:${user}:demo:USDT:available`, amount: STAKE },
    ],
  }));
  const { rows } = await tx.query<{ id: string; user_id: string }>(
    `INSERT INTO option_contracts (user_id, mode, market, direction, stake, profit, ratio, duration_ms, accepted_at, state,
                                   strike, strike_at, strike_from_seq, strike_seq, delivers_at)
     SELECT u, 'demo', CASE u % 2 WHEN 0 THEN 'BTC-USDT' ELSE 'ETH-USDT' END, CASE u / 2 % 2 WHEN 0 THEN 'up' ELSE 'down' END,
            $2, $3, '0.85', $4, $5::int8 - 500, 'running', CASE u % 2 WHEN 0 THEN $6::numeric ELSE $7::numeric END, $5, 1, 1, $5::int8 + $4
       FROM unnest($1::int8[]) AS u RETURNING id, user_id`,
    [users, STAKE, PROFIT, input.durationMs, strikeAt, input.strike['BTC-USDT'], input.strike['ETH-USDT']],
  );
  const stakes = rows.map((row) => ({
    id: String(row.id),
    userId: String(row.user_id),
    mode: 'demo' as const,
    stake: STAKE,
    profit: PROFIT,
  }));
  await postJournals(tx, [...grants, ...stakes.map((stake) => stakeJournal(stake, strikeAt))]);
}

/** Finds contracts whose result and postings are not exactly one of each; every row is a fault. */
export const SETTLED_ONCE_SQL = `SELECT c.id, c.state, j.results FROM option_contracts c
  LEFT JOIN LATERAL (SELECT count(*) AS results, min(code) AS code FROM ledger_journals
                      WHERE reference = 'option:' || c.id AND code IN ('OPTION_WIN', 'OPTION_LOSS', 'OPTION_REFUND')) j ON true
 WHERE (c.state IN ('won', 'lost', 'refunded')) <> (j.results = 1) OR j.results > 1
    OR (j.results = 1 AND j.code <> CASE c.state WHEN 'won' THEN 'OPTION_WIN' WHEN 'lost' THEN 'OPTION_LOSS' ELSE 'OPTION_REFUND' END)`;
