import { houseEndpoints } from '../../lib/operator/house';
import { ADDRESS_NETWORKS } from '../../lib/rules/address-shape';
import { listPauses, listStops } from '../modules/networks/networks';
import { describeInsurance } from '../modules/perpetual/perpetual';
import type { Tx } from '../platform/db';
import { logAccess } from './access-log';
import { serve } from './desk';
import { CUSTODY, findAudit, readPools } from './house-queries';
import { runAudit } from './run-audit';

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
    custody: await findAudit(db.read, CUSTODY),
    pauses: (await listPauses(db.read)).map(({ network, reason, since }) => ({ network, reason, since })),
    networks: await listStopped(db.read),
  })),
  serve(houseEndpoints.audit, async (_input, context) => {
    await logAccess(context, { act: 'audit.run', reason: 'run', input: {} });
    return runAudit(context.db, { audits: context.audits, now: context.clock.now });
  }),
];
