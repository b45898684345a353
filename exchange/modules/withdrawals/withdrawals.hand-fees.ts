import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { postJournals } from '../ledger/ledger';
import type { PayingNetwork } from './withdrawals.networks';
import { drawChainFee } from './withdrawals.fees';
import { endFeeDue, listFeesDue, TURN_MAX } from './withdrawals.payments.repository';
import type { WithdrawalRow } from './withdrawals.repository';
import { askChain } from './withdrawals.rounds';

/** What the chain has shown no more for so long took no fee. */
const GONE_MS = 7 * 24 * 60 * 60_000;

type Step = (tx: Tx, row: WithdrawalRow, at: number) => Promise<null>;

/**
 * Books what the network took of the house for transactions that people named and that were refused as payments, each once it is as deep as is published.
 * `change` does a step of a withdrawal with its row locked.
 */
export async function bookHandFees(
  deps: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'> & { network: PayingNetwork },
  change: (id: string, step: Step) => Promise<void>,
): Promise<void> {
  const { db, clock, network } = deps;
  for (const payment of await listFeesDue(db.read, { network: network.code, limit: TURN_MAX })) {
    const asked = await askChain(deps, 'fees', async () => ({ transaction: await network.chain.findTransaction(payment.txid ?? '') }));
    if (asked === null) return;
    const { transaction } = asked;
    const isDeep = transaction !== null && transaction.confirmations >= network.confirmations;
    const isGone = (transaction?.confirmations ?? 0) === 0 && payment.madeAt + GONE_MS <= clock.now();
    if (!isDeep && !isGone) continue;
    await change(payment.withdrawalId, async (tx, row, at) => {
      if (isDeep) await postJournals(tx, await drawChainFee(tx, row, { transaction, at }));
      await endFeeDue(tx, payment.id);
      return null;
    });
  }
}
