import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { Contract } from './options.repository';

type NewContract = Pick<Contract, 'userId' | 'mode' | 'market' | 'direction' | 'stake' | 'profit' | 'ratio' | 'durationMs' | 'acceptedAt'>;

/** Returns ids of contracts to come, one for each; those of contracts that are refused are never used. One statement. */
export async function takeContractIds(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT nextval(pg_get_serial_sequence('option_contracts', 'id')) AS id FROM generate_series(1, $1::int4)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Returns a contract that waits for its purchase price. */
export function openContract(id: string, input: NewContract): Contract {
  const strike = { strike: null, strikeAt: null, strikeFromSeq: null, strikeSeq: null } as const;
  const delivery = { deliversAt: null, delivery: null, deliveryFromSeq: null, deliveryToSeq: null } as const;
  return { id, ...input, state: 'pending', reason: null, ...strike, ...delivery, settledAt: null };
}

/** Writes contracts that were opened. One statement. */
export async function insertContracts(tx: Tx, contracts: readonly Contract[]): Promise<void> {
  await tx.query(
    `INSERT INTO option_contracts (id, user_id, mode, market, direction, stake, profit, ratio, duration_ms, accepted_at, state)
     OVERRIDING SYSTEM VALUE
     SELECT *, 'pending' FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::text[], $9::int8[], $10::int8[])`,
    [
      contracts.map(({ id }) => id),
      contracts.map(({ userId }) => userId),
      contracts.map(({ mode }) => mode),
      contracts.map(({ market }) => market),
      contracts.map(({ direction }) => direction),
      contracts.map(({ stake }) => stake),
      contracts.map(({ profit }) => profit),
      contracts.map(({ ratio }) => ratio),
      contracts.map(({ durationMs }) => durationMs),
      contracts.map(({ acceptedAt }) => acceptedAt),
    ],
  );
}

/** Returns how many contracts of each of these accounts aren't settled, in their order. One statement. */
export async function countOpen(tx: Tx, owners: readonly { userId: string; mode: Mode }[]): Promise<number[]> {
  const { rows } = await tx.query<{ open: string }>(
    `SELECT (SELECT count(*) FROM option_contracts c WHERE c.user_id = o.user_id AND c.mode = o.mode AND c.settled_at IS NULL) AS open
       FROM unnest($1::int8[], $2::text[]) WITH ORDINALITY AS o(user_id, mode, n) ORDER BY o.n`,
    [owners.map(({ userId }) => userId), owners.map(({ mode }) => mode)],
  );
  return rows.map(({ open }) => Number(open));
}
