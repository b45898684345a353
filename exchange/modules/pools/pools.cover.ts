import type { AuditFindings } from '../../composition/module';
import type { Database, Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAccountBalances, getAssetScale } from '../ledger/ledger';
import { MODES } from '../../../lib/protocol/wire';
import { assetsOf, POOL_NAMES, poolAddress, type PoolPart, reservedAddress } from './pools.list';
import { listPromisedUntil } from './pools.reserves.repository';

/**
 * What stands behind a pool's promises, in base units: `reserved` is set aside for everything promised, `free` is left for new promises, `until` (ms) is
 * when the last promise ends; null when nothing is promised.
 */
export type Cover = { free: bigint; reserved: bigint; until: number | null };

/** Returns what stands behind each of these pools, in the order asked; two statements, however many they are. */
export async function readCovers(tx: Tx, parts: readonly PoolPart[]): Promise<Cover[]> {
  const addresses = parts.map((part) => ({ free: poolAddress(part), reserved: reservedAddress(part) }));
  const balances = await getAccountBalances(
    tx,
    addresses.flatMap(({ free, reserved }) => [free, reserved]),
  );
  const promised = await listPromisedUntil(tx, parts);
  return addresses.map(({ free, reserved }, at) => ({
    free: balances.get(free) ?? 0n,
    reserved: balances.get(reserved) ?? 0n,
    until: promised[at] ?? null,
  }));
}

export async function readCover(tx: Tx, part: PoolPart): Promise<Cover> {
  const [cover] = await readCovers(tx, [part]);
  return cover as Cover;
}

const FINDINGS_MAX = 100;

/** Accounts of reserves that are not what is promised out of them, and promises whose time is over by more than an hour. */
const FAULTS = `
  SELECT 'account ' || coalesce(r.address, a.address) || ' has ' || coalesce(a.balance, 0) || ', promised are ' || coalesce(r.amount, 0) AS fault
    FROM (SELECT 'house:' || realm || ':' || pool || '-reserved:' || asset AS address, sum(left_over) AS amount
            FROM pool_reserves WHERE ended_at IS NULL GROUP BY 1) r
    FULL JOIN (SELECT address, balance FROM ledger_accounts WHERE owner = 'house' AND split_part(address, ':', 3) = ANY($1::text[])) a
      ON a.address = r.address
   WHERE coalesce(r.amount, 0) <> coalesce(a.balance, 0)
   LIMIT ${FINDINGS_MAX}`;

/** Proves that each pool's reserve is the sum of what is promised out of it. */
export async function auditPools(db: Database): Promise<AuditFindings> {
  const { rows } = await db.long.query<{ fault: string }>(FAULTS, [POOL_NAMES.map((pool) => `${pool}-reserved`)]);
  const figures: string[] = [];
  for (const mode of MODES) {
    for (const pool of POOL_NAMES) {
      for (const asset of assetsOf(pool)) {
        const { free, reserved, until } = await readCover(db.long, { pool, mode, asset });
        if (free === 0n && reserved === 0n) continue;
        const show = (units: bigint) => `${fromUnits(units, getAssetScale(asset))} ${asset}`;
        const end = until === null ? '' : `, covered until ${new Date(until).toISOString()}`;
        figures.push(`${pool} pool, ${mode}: ${show(free)} free, ${show(reserved)} promised and set aside${end}`);
      }
    }
  }
  return { figures, faults: rows.map(({ fault }) => fault) };
}
