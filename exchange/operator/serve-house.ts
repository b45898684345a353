import { houseEndpoints } from '../../lib/operator/house';
import { ADDRESS_NETWORKS } from '../../lib/rules/address-shape';
import { listPublished } from '../modules/announcements/announcements';
import { listPauses, listStops } from '../modules/networks/networks';
import { ActRefused } from '../modules/operators/operators';
import { describeInsurance } from '../modules/perpetual/perpetual';
import { listNewestRows } from '../modules/registry/registry';
import { describePresales } from '../modules/presale/presale';
import type { Tx } from '../platform/db';
import { listJobs } from '../platform/jobs.repository';
import { serve } from './desk';
import { listAudits, listLetters, readPools, saveAudit } from './house-reading';

const ROWS_MAX = 100;
const VERSIONS_MAX = 50;
let isAuditing = false;

async function listStopped(tx: Tx) {
  const stops = new Map((await listStops(tx)).map(({ network, ...stop }) => [network, stop]));
  return ADDRESS_NETWORKS.map((network) => ({ network, stop: stops.get(network) ?? null }));
}

/** What answers about the house. */
export const HOUSE = [
  serve(houseEndpoints.treasury, async (_input, { db, listWallets }) => ({
    wallets: await listWallets(),
    pools: await readPools(db.read),
    insurance: await describeInsurance(db),
    pauses: (await listPauses(db.read)).map(({ network, reason, since }) => ({ network, reason, since })),
    networks: await listStopped(db.read),
  })),
  serve(houseEndpoints.jobs, async (_input, { db }) => ({
    jobs: (await listJobs(db.read, ROWS_MAX)).map(({ id, kind, key, state, runAt, attempts, error }) => ({
      ...{ id, kind, key, state, attempts, error },
      runAt: runAt.getTime(),
    })),
    letters: await listLetters(db.read, ROWS_MAX),
  })),
  serve(houseEndpoints.audit, async (_input, { db, audits, clock }) => {
    if (isAuditing) throw new ActRefused('NOT_ALLOWED', 'An audit runs: wait for its end.');
    isAuditing = true;
    try {
      const subjects = [];
      for (const { subject, run } of audits) {
        const { figures, faults } = await run(db);
        subjects.push({ subject, figures: [...figures], faults: [...faults] });
        await saveAudit(db.read, { subject, at: clock.now(), faults: faults.length });
      }
      return { isClean: subjects.every(({ faults }) => faults.length === 0), subjects };
    } finally {
      isAuditing = false;
    }
  }),
  serve(houseEndpoints.audits, async (_input, { db }) => ({ items: await listAudits(db.read) })),
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
