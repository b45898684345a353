import { houseEndpoints } from '../../lib/operator/house';
import { MODES } from '../../lib/protocol/wire';
import { listPublished } from '../modules/announcements/announcements';
import { getAssetScale } from '../modules/ledger/ledger';
import { listPauses } from '../modules/networks/networks';
import { ActRefused } from '../modules/operators/operators';
import { describeInsurance } from '../modules/perpetual/perpetual';
import { assetsOf, POOL_NAMES, readCover } from '../modules/pools/pools';
import { listNewestRows } from '../modules/registry/registry';
import { describePresales } from '../modules/presale/presale';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';
import { listJobs } from '../platform/jobs.repository';
import { serve } from './desk';

const ROWS_MAX = 100;
const VERSIONS_MAX = 50;
let isAuditing = false;

async function readPools(tx: Tx) {
  const rows = [];
  for (const mode of MODES) {
    for (const pool of POOL_NAMES) {
      for (const asset of assetsOf(pool)) {
        const { free, reserved, until } = await readCover(tx, { pool, mode, asset });
        const write = (units: bigint) => fromUnits(units, getAssetScale(asset));
        rows.push({ pool: `${pool}-pool`, account: mode, asset, free: write(free), reserved: write(reserved), until });
      }
    }
  }
  return rows;
}

async function listLetters(tx: Tx) {
  const { rows } = await tx.query<{ consumer: string; id: string; kind: string; at: Date; attempts: number; error: string }>(
    'SELECT consumer, id, kind, at, attempts, error FROM event_dead_letters ORDER BY created_at DESC, consumer, id LIMIT $1',
    [ROWS_MAX],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** What answers about the house. */
export const HOUSE = [
  serve(houseEndpoints.treasury, async (_input, { db }) => ({
    pools: await readPools(db.read),
    insurance: await describeInsurance(db),
    pauses: (await listPauses(db.read)).map(({ network, reason, since }) => ({ network, reason, since })),
  })),
  serve(houseEndpoints.jobs, async (_input, { db }) => ({
    jobs: (await listJobs(db.read, ROWS_MAX)).map(({ id, kind, key, state, runAt, attempts, error }) => ({
      ...{ id, kind, key, state, attempts, error },
      runAt: runAt.getTime(),
    })),
    letters: await listLetters(db.read),
  })),
  serve(houseEndpoints.audit, async (_input, { db, audits }) => {
    if (isAuditing) throw new ActRefused('NOT_ALLOWED', 'An audit runs: wait for its end.');
    isAuditing = true;
    try {
      const subjects = [];
      for (const { subject, run } of audits) {
        const { figures, faults } = await run(db);
        subjects.push({ subject, figures: [...figures], faults: [...faults] });
      }
      return { isClean: subjects.every(({ faults }) => faults.length === 0), subjects };
    } finally {
      isAuditing = false;
    }
  }),
  serve(houseEndpoints.products, async (_input, { db }) => ({
    versions: (await listNewestRows(db.read, { limit: VERSIONS_MAX, offset: 0 })).map(
      ({ id, kind, code, version, takesEffectAt, note, terms }) => ({
        ...{ id, kind, code, version, takesEffectAt, note },
        terms: JSON.stringify(terms),
      }),
    ),
    announcements: (await listPublished(db.read)).map(({ id, title, startsAt, endsAt, langs }) => ({
      ...{ id, title, langs },
      startsAt: startsAt.getTime(),
      endsAt: endsAt?.getTime() ?? null,
    })),
    presales: await describePresales(db.read),
  })),
];
