import type { AuditFindings } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import { CHAIN_SCALE, chainAddress, type Networks } from '../networks/networks';

const FINDINGS_MAX = 100;
/** Deposit addresses whose balance is asked for at once. */
const ADDRESSES_MAX = 500;

/** Each deposit that was credited is one journal with what it credited, and each such journal is one deposit. */
const CREDITS = `
  SELECT coalesce('deposit ' || d.id, 'journal ' || j.reference) AS of, coalesce(d.credited, 0) AS credited, coalesce(j.amount, 0) AS posted
    FROM (SELECT id, user_id, asset, credited, by_hand IS NOT NULL AS is_by_hand FROM deposits WHERE state = 'credited' AND credited > 0) d
    FULL JOIN (SELECT j.reference, j.code = 'DEPOSIT_BY_HAND' AS is_by_hand, a.user_id, a.asset, p.amount
                 FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
                 JOIN ledger_accounts a ON a.id = p.account_id WHERE j.code IN ('DEPOSIT', 'DEPOSIT_BY_HAND') AND a.owner = 'user') j
      ON j.reference = 'deposit:' || d.id AND j.user_id = d.user_id AND j.asset = d.asset AND j.is_by_hand = d.is_by_hand
   WHERE coalesce(d.credited, 0) <> coalesce(j.amount, 0) LIMIT ${FINDINGS_MAX}`;

/** What was credited by hand: a transaction counts once, and every one was agreed on by two operators under its case. */
const BY_HAND = `
  SELECT d.asset, count(*) AS n, sum(d.credited) AS credited FROM deposits d WHERE d.by_hand IS NOT NULL GROUP BY d.asset ORDER BY d.asset`;
const BY_HAND_FAULTS = `
  SELECT 'deposit ' || h.id AS of, CASE WHEN r.id IS NULL THEN 'no two operators agreed on it' ELSE 'its transaction was credited as the chain showed it, too' END AS fault
    FROM deposits h
    LEFT JOIN operator_requests r ON r.act = 'deposits.credit' AND r.target = h.by_hand AND r.state = 'executed' AND r.outcome LIKE 'deposit ' || h.id || ' %'
    LEFT JOIN deposits d ON d.user_id = h.user_id AND "right"(d.txid, 64) = "right"(h.txid, 64) AND d.id <> h.id
   WHERE h.by_hand IS NOT NULL AND (r.id IS NULL OR d.id IS NOT NULL) LIMIT ${FINDINGS_MAX}`;

/** What is below the last decimal adds up, and its whole base units are in the rounding account. */
const DUST = `
  SELECT d.network || ' ' || d.asset AS of, d.amount, coalesce(c.left_over, 0) AS left_over, coalesce(j.posted, 0) AS posted, s.scale
    FROM deposit_dust d JOIN assets s ON s.code = d.asset
    LEFT JOIN (SELECT network, x.asset, sum(amount - credited * power(10::numeric, 18 - a.scale)) AS left_over
                 FROM deposits x JOIN assets a ON a.code = x.asset WHERE state = 'credited' GROUP BY network, x.asset) c
      ON c.network = d.network AND c.asset = d.asset
    LEFT JOIN (SELECT split_part(j.reference, ':', 2) AS network, split_part(j.reference, ':', 3) AS asset, sum(p.amount) AS posted
                 FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.amount > 0 WHERE j.code = 'DEPOSIT_DUST' GROUP BY 1, 2) j
      ON j.network = d.network AND j.asset = d.asset
   WHERE d.amount <> coalesce(c.left_over, 0) OR div(d.amount, power(10::numeric, 18 - s.scale)) <> coalesce(j.posted, 0) LIMIT ${FINDINGS_MAX}`;

/** Proves that what was credited is what the ledger says, and that nothing is lost below the last decimal. */
export async function auditDeposits(db: Database): Promise<AuditFindings> {
  const credits = await db.long.query<Record<'of' | 'credited' | 'posted', string>>(CREDITS);
  const dust = await db.long.query<Record<'of' | 'amount' | 'left_over' | 'posted', string>>(DUST);
  const byHand = await db.long.query<Record<'asset' | 'n' | 'credited', string>>(BY_HAND);
  const strange = await db.long.query<Record<'of' | 'fault', string>>(BY_HAND_FAULTS);
  return {
    figures: byHand.rows.map(
      ({ asset, n, credited }) => `${n} credited by hand: ${fromUnits(BigInt(credited), getAssetScale(asset))} ${asset}`,
    ),
    faults: [
      ...strange.rows.map(({ of, fault }) => `${of}, credited by hand: ${fault}`),
      ...credits.rows.map(({ of, credited, posted }) => `${of}: credited ${credited}, the ledger says ${posted} (base units)`),
      ...dust.rows.map(
        (row) => `dust of ${row.of}: kept ${row.amount}, deposits leave ${row.left_over} (10^-18), posted ${row.posted} (base units)`,
      ),
    ],
  };
}

/**
 * Proves custody: what the chains show at our addresses is at least what came in over them and has not left, per asset. What was credited and
 * is in no block any more is carried by the house, and named. A chain that can't be asked is a fault: nothing is proved then.
 */
export async function auditCustody(db: Database, networks: Networks): Promise<AuditFindings> {
  await networks.open();
  const figures: string[] = [];
  const faults: string[] = [];
  const sums = new Map<string, { shown: bigint; owed: bigint }>();
  for (const { code: network, assets, isOffered } of networks.list()) {
    for (const asset of assets) {
      try {
        // A network that isn't offered can't be asked. Where nothing came in over it there is nothing to ask for.
        if (!isOffered && (await readOwed(db, { network, asset })).owed === 0n) continue;
        const shown = (await readShown(db, networks, { network, asset })) / 10n ** BigInt(CHAIN_SCALE - getAssetScale(asset));
        const { owed, carried } = await readOwed(db, { network, asset });
        const show = (units: bigint) => fromUnits(units, getAssetScale(asset));
        figures.push(
          `${network} ${asset}: the chain shows ${show(shown)}, came in and has not left ${show(owed)}, carried ${show(carried)}`,
        );
        const sum = sums.get(asset) ?? { shown: 0n, owed: 0n };
        sums.set(asset, { shown: sum.shown + shown, owed: sum.owed + owed });
      } catch (error) {
        faults.push(`${network} ${asset} could not be asked: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  // A sum without a chain that didn't answer would be no sum.
  const reserves = faults.length === 0 ? [...sums].map(([asset, sum]) => ({ asset, ...sum })) : null;
  for (const [asset, { shown, owed }] of sums) {
    if (shown < owed)
      faults.push(`${asset}: the chains show ${fromUnits(owed - shown, getAssetScale(asset))} less than came in and has not left`);
  }
  return { figures, faults, ...(reserves === null ? {} : { reserves }) };
}

async function readShown(db: Database, networks: Networks, { network, asset }: { network: string; asset: string }): Promise<bigint> {
  const chain = networks.chainOf(network);
  const hot = networks.hotAddressOf(network);
  let shown = hot === null ? 0n : await chain.readBalance([hot], asset);
  for (let after = ''; ; ) {
    const rows = await networks.listAddresses(db.long, { network, after, limit: ADDRESSES_MAX });
    const last = rows.at(-1);
    if (last === undefined) return shown;
    after = last.matchKey;
    shown += await chain.readBalance(
      rows.map(({ address }) => address),
      asset,
    );
  }
}

async function readOwed(db: Database, of: { network: string; asset: string }): Promise<{ owed: bigint; carried: bigint }> {
  const { rows } = await db.long.query<{ owed: string; carried: string }>(
    `SELECT coalesce((SELECT -balance FROM ledger_accounts WHERE address = $1), 0) AS owed,
            coalesce((SELECT sum(credited) FROM deposits WHERE network = $2 AND asset = $3 AND state = 'credited' AND block IS NULL AND by_hand IS NULL), 0) AS carried`,
    [chainAddress(of), of.network, of.asset],
  );
  return { owed: BigInt(rows[0]?.owed ?? '0'), carried: BigInt(rows[0]?.carried ?? '0') };
}
