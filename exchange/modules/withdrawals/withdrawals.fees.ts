import type { Tx } from '../../platform/db';
import { getAssetScale, hasJournal, type Journal, outsideAddress } from '../ledger/ledger';
import { CHAIN_SCALE, chainAddress, type ChainTransaction } from '../networks/networks';
import type { WithdrawalRow } from './withdrawals.repository';
import type { WITHDRAWAL_CODES } from './withdrawals.terms';

/** What the networks took for our payments, below zero by all of it: the house pays it from elsewhere. */
const COSTS = 'network-fees';
export const FEES_FAMILY = `outside:${COSTS}` as const;

/**
 * Returns the journal of what the network took for a payment that is in its chain for good, once for each transaction however many withdrawals it pays: else
 * none. Rounded up at the ledger's last decimal, so that the chain never shows less than what is owed.
 */
export async function drawChainFee(
  tx: Tx,
  { network }: WithdrawalRow,
  { transaction: { txid, fee }, at }: { transaction: ChainTransaction; at: number },
): Promise<Journal<keyof typeof WITHDRAWAL_CODES>[]> {
  if (fee === null || fee.amount === 0n) return [];
  const reference = `${network}:${txid.replace(/^0x/, '')}`;
  if (await hasJournal(tx, { code: 'NETWORK_FEE', reference })) return [];
  const { asset } = fee;
  const step = 10n ** BigInt(CHAIN_SCALE - getAssetScale(asset));
  const amount = (fee.amount + step - 1n) / step;
  const postings = [
    { address: outsideAddress({ mode: 'real', name: COSTS, asset }), amount: -amount },
    { address: chainAddress({ network, asset }), amount },
  ];
  return [{ code: 'NETWORK_FEE', reference, at, postings }];
}
