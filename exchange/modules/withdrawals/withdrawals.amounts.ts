import { CHAIN_SCALE } from '../networks/networks';
import type { PaymentRow } from './withdrawals.payments.repository';
import type { WithdrawalRow } from './withdrawals.repository';
import { SCALE } from './withdrawals.terms';

const FACTOR = 10n ** BigInt(CHAIN_SCALE - SCALE);

/** Returns base units of the ledger as units of a chain. */
export function toChainUnits(units: bigint): bigint {
  return units * FACTOR;
}

/** Returns a payment as the chain takes it: bytes that were signed, or what a chain that pays by itself is asked for. */
export function toChainPayment(row: WithdrawalRow, payment: PaymentRow) {
  if (payment.kind === 'signed') return { kind: 'signed', bytes: payment.bytes ?? '', txid: payment.txid ?? '' } as const;
  const amount = toChainUnits(row.amount - row.fee);
  return { kind: 'request', key: payment.requestKey ?? '', asset: row.asset, to: row.address, amount } as const;
}
