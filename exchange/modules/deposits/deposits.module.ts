import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import type { Networks } from '../networks/networks';
import { auditCustody, auditDeposits } from './deposits.audit';
import { DEPOSIT_CODES } from './deposits.crediting';
import { depositCredited, depositOrphaned, depositSeen } from './deposits.events';
import { createDepositsHandlers } from './deposits.handlers';
import { createDepositsWorker } from './deposits.worker';

/** Wires deposits: what arrives at people's addresses is seen, confirmed, and credited once. */
export function createDepositsModule(platform: Platform, { networks }: { networks: Networks }) {
  const worker = createDepositsWorker({ ...platform, networks });
  return {
    name: 'deposits',
    features: platform.env.sandbox ? ['deposits', 'outside-wallet'] : ['deposits'],
    calls: createDepositsHandlers({ ...platform, networks }),
    events: [depositSeen, depositCredited, depositOrphaned],
    journalCodes: DEPOSIT_CODES,
    workers: [{ phase: 'traders', start: worker.start, stop: worker.stop }],
    audits: [
      { subject: 'deposits', run: auditDeposits },
      { subject: 'custody', run: (db) => auditCustody(db, networks) },
    ],
    worker,
    /** What a deposit takes, for each network and coin that is offered: everything that the ledger can hold is credited. */
    listTerms: () =>
      networks.listOptions().map(({ network, coin }) => {
        const { confirmations } = networks.get(network);
        const seconds = Math.ceil((confirmations * networks.chainOf(network).blockMs) / 1_000);
        return { network, coin, min: fromUnits(1n, getAssetScale(coin)), confirmations, seconds };
      }),
  } satisfies ExchangeModule & Record<'worker' | 'listTerms', unknown>;
}
