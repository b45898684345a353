import type { OptionPrint, RefundReason } from '../../../lib/rules/options';
import type { Mode, OptionDirection, OptionState } from '../../../lib/protocol/wire';
import { PAGE_SIZE } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { listOwnRows, type OwnRows, type OwnRowsInput } from '../../platform/keyset-pages';
import { offsetOf } from '../../platform/offset-pages';
import { mayBeTried } from '../../platform/row-retries';
import { optimizationFence } from '../../platform/optimization-fence';

export type Contract = {
  id: string;
  userId: string;
  mode: Mode;
  market: string;
  direction: OptionDirection;
  stake: bigint;
  profit: bigint;
  ratio: string;
  durationMs: number;
  state: OptionState;
  reason: RefundReason | null;
  acceptedAt: number;
  strike: string | null;
  strikeAt: number | null;
  strikeFromSeq: number | null;
  strikeSeq: number | null;
  deliversAt: number | null;
  delivery: string | null;
  deliveryFromSeq: number | null;
  deliveryToSeq: number | null;
  settledAt: number | null;
};

type ContractRow = Record<keyof typeof COLUMNS, string | null>;

const COLUMNS = {
  id: 'id',
  user_id: 'user_id',
  mode: 'mode',
  market: 'market',
  direction: 'direction',
  stake: 'stake',
  profit: 'profit',
  ratio: 'ratio',
  duration_ms: 'duration_ms',
  state: 'state',
  reason: 'reason',
  accepted_at: 'accepted_at',
  strike: 'trim_scale(strike)::text',
  strike_at: 'strike_at',
  strike_from_seq: 'strike_from_seq',
  strike_seq: 'strike_seq',
  delivers_at: 'delivers_at',
  delivery: 'trim_scale(delivery)::text',
  delivery_from_seq: 'delivery_from_seq',
  delivery_to_seq: 'delivery_to_seq',
  settled_at: 'settled_at',
} as const;
const SELECTED = Object.entries(COLUMNS)
  .map(([name, expression]) => `${expression} AS ${name}`)
  .join(', ');

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));

function toContract(row: ContractRow): Contract {
  return {
    id: String(row.id),
    userId: String(row.user_id),
    mode: row.mode as Mode,
    market: String(row.market),
    direction: row.direction as OptionDirection,
    stake: BigInt(String(row.stake)),
    profit: BigInt(String(row.profit)),
    ratio: String(row.ratio),
    durationMs: Number(row.duration_ms),
    state: row.state as OptionState,
    reason: row.reason as RefundReason | null,
    acceptedAt: Number(row.accepted_at),
    strike: row.strike,
    strikeAt: toNumber(row.strike_at),
    strikeFromSeq: toNumber(row.strike_from_seq),
    strikeSeq: toNumber(row.strike_seq),
    deliversAt: toNumber(row.delivers_at),
    delivery: row.delivery,
    deliveryFromSeq: toNumber(row.delivery_from_seq),
    deliveryToSeq: toNumber(row.delivery_to_seq),
    settledAt: toNumber(row.settled_at),
  };
}

/** Says whether any contract waits for a price. */
export async function hasOpenContracts(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM option_contracts WHERE state = 'pending') OR EXISTS (SELECT 1 FROM option_contracts WHERE state = 'running') AS found`,
  );
  return rows[0]?.found === true;
}

/** Contracts that wait for their purchase price since before `before` (ms), oldest first; those that another process holds are left out. */
export async function lockPending(tx: Tx, input: { before: number; limit: number }): Promise<Contract[]> {
  const { rows } = await tx.query<ContractRow>(
    `SELECT ${SELECTED} FROM option_contracts WHERE state = 'pending' AND accepted_at < $1
      ORDER BY accepted_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [input.before, input.limit],
  );
  return rows.map(toContract);
}

/**
 * Contracts of the earliest delivery time up to `until` (ms); those that another process holds, or that were put aside after `before` (ms) and nobody has asked
 * for since, are left out.
 */
export async function lockDue(tx: Tx, input: { until: number; before: number; limit: number }): Promise<Contract[]> {
  const isOpen = `state = 'running' AND ${mayBeTried('option', '$3', 'option_contracts.')}`;
  const { rows } = await tx.query<ContractRow>(
    `SELECT ${SELECTED} FROM option_contracts
      WHERE ${isOpen} AND delivers_at = (SELECT min(delivers_at) FROM option_contracts WHERE ${isOpen}) AND delivers_at <= $1
      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [input.until, input.limit, input.before],
  );
  return rows.map(toContract);
}

/** Why a contract was put aside is cut off here. */
const WHY_LENGTH_MAX = 500;

/** Leaves contracts out of what is due for an hour. */
export async function putAside(tx: Tx, { rows, at }: { rows: readonly { id: string; error: unknown }[]; at: number }): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE option_contracts c SET aside_at = $3, aside_error = u.why FROM unnest($1::int8[], $2::text[]) AS u(id, why) WHERE c.id = u.id`,
    [rows.map(({ id }) => id), rows.map(({ error }) => String(error).slice(0, WHY_LENGTH_MAX)), at],
  );
}

export type StrikeUpdate = { id: string; strike: string; strikeAt: number; fromSeq: number; seq: number };

export async function updateStrikes(tx: Tx, rows: readonly StrikeUpdate[]): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await tx.query(
    `UPDATE option_contracts c SET state = 'running', strike = u.strike, strike_at = u.strike_at, strike_from_seq = u.from_seq,
            strike_seq = u.seq, delivers_at = u.strike_at + c.duration_ms
       FROM unnest($1::int8[], $2::numeric[], $3::int8[], $4::int8[], $5::int8[]) AS u(id, strike, strike_at, from_seq, seq)
      WHERE c.id = u.id AND ${optimizationFence('c.state')} = 'pending'`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.strike),
      rows.map((row) => row.strikeAt),
      rows.map((row) => row.fromSeq),
      rows.map((row) => row.seq),
    ],
  );
  if (rowCount !== rows.length) throw new Error(`${rowCount} of ${rows.length} contracts got their purchase price`);
}

export type ResultUpdate = {
  id: string;
  result: 'won' | 'lost' | 'refunded';
  reason: RefundReason | null;
  delivery: string | null;
  fromSeq: number | null;
  toSeq: number | null;
};

export async function updateResults(tx: Tx, rows: readonly ResultUpdate[], at: number): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await tx.query(
    `UPDATE option_contracts c SET state = u.result, reason = u.reason, delivery = u.delivery, delivery_from_seq = u.from_seq,
            delivery_to_seq = u.to_seq, settled_at = $7
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::numeric[], $5::int8[], $6::int8[]) AS u(id, result, reason, delivery, from_seq, to_seq)
      WHERE c.id = u.id AND ${optimizationFence('c.state')} IN ('pending', 'running')`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.result),
      rows.map((row) => row.reason),
      rows.map((row) => row.delivery),
      rows.map((row) => row.fromSeq),
      rows.map((row) => row.toSeq),
      at,
    ],
  );
  if (rowCount !== rows.length) throw new Error(`${rowCount} of ${rows.length} contracts were settled`);
}

/** Keeps prints for good; those that are kept already stay as they are. */
export async function keepPrints(tx: Tx, prints: readonly OptionPrint[]): Promise<void> {
  if (prints.length === 0) return;
  await tx.query(
    `INSERT INTO option_prints (seq, time, prices, previous, hash)
     SELECT * FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`,
    [
      prints.map((print) => print.seq),
      prints.map((print) => print.time),
      prints.map((print) => print.prices),
      prints.map((print) => print.previous),
      prints.map((print) => print.hash),
    ],
  );
}

export async function listKeptPrints(tx: Tx, contract: Contract): Promise<OptionPrint[]> {
  const { rows } = await tx.query<{ seq: string; time: string; prices: string; previous: string; hash: string }>(
    `SELECT seq, time, prices, previous, hash FROM option_prints
      WHERE seq BETWEEN $1 AND $2 OR seq BETWEEN $3 AND $4 ORDER BY seq`,
    [contract.strikeFromSeq, contract.strikeSeq, contract.deliveryFromSeq, contract.deliveryToSeq],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq), time: Number(row.time) }));
}

export async function findContract(tx: Tx, input: { userId: string; mode: Mode; id: string }): Promise<Contract | null> {
  const { rows } = await tx.query<ContractRow>(`SELECT ${SELECTED} FROM option_contracts WHERE id = $1 AND user_id = $2 AND mode = $3`, [
    input.id,
    input.userId,
    input.mode,
  ]);
  return rows[0] === undefined ? null : toContract(rows[0]);
}

export type ContractFilter = { userId: string; mode: Mode; market: string | null; states: readonly OptionState[]; page: number };

/** One page, newest first. */
export async function listContracts(tx: Tx, filter: ContractFilter): Promise<Contract[]> {
  // What is open is found by what has no settlement yet, however much is settled.
  const isOpen = filter.states.every((state) => state === 'pending' || state === 'running') ? 'AND settled_at IS NULL' : '';
  const { rows } = await tx.query<ContractRow>(
    `SELECT ${SELECTED} FROM option_contracts WHERE user_id = $1 AND mode = $2 AND ($3::text IS NULL OR market = $3) AND state = ANY($4::text[]) ${isOpen}
      ORDER BY option_contracts.id DESC LIMIT $5 OFFSET $6`,
    [filter.userId, filter.mode, filter.market, filter.states, PAGE_SIZE, offsetOf(filter.page)],
  );
  return rows.map(toContract);
}

const SETTLED: OwnRows<Contract> = {
  table: 'option_contracts',
  columns: SELECTED,
  isListed: `o.state IN ('won', 'lost', 'refunded')`,
  kind: 'o.state',
  at: 'to_timestamp(o.accepted_at / 1000.0)',
  // The table has no time of a row, so a range is found by looking.
  isInOrder: false,
  read: (record) => toContract(record as ContractRow),
  numberOf: ({ id }) => id,
};

/** One page of what is settled, newest first, narrowed by the time of purchase, market and result. */
export function listSettled(tx: Tx, input: OwnRowsInput): Promise<{ rows: Contract[]; next: string | null }> {
  return listOwnRows(tx, SETTLED, input);
}
