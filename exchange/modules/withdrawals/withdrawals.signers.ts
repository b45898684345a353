import type { Tx } from '../../platform/db';
import type { NewPayment, PaymentRow } from './withdrawals.payments.repository';
import type { WithdrawalRow } from './withdrawals.repository';

/**
 * What makes the payments of one network. `look` asks the chain, outside of any transaction, what can be paid now, in the order given; `make`
 * draws up one payment in the transaction that stores it, before anything is sent.
 */
export type Signer = {
  look(rows: readonly WithdrawalRow[]): Promise<Readiness>;
  /**
   * Draws up a second payment in the place of one that the chain doesn't take in; null while that isn't needed. Never without the same nonce.
   * `displaced`: another transaction has that nonce for good, and none of these is in a block.
   */
  replace(row: WithdrawalRow, live: readonly PaymentRow[], at: number): Promise<NewPayment | 'displaced' | null>;
};

export type Readiness = {
  /** Withdrawals that can be paid now. */
  payable: readonly WithdrawalRow[];
  /** Those that the hot wallet has too little for. */
  short: readonly WithdrawalRow[];
  /** Those whose address takes no payment as it is now: the chain refuses it, or it needs too much gas. */
  refused: readonly WithdrawalRow[];
  /** All of them, where the numbers of our transactions and the chain's differ: people have to look. */
  outOfTurn: readonly WithdrawalRow[];
  make(tx: Tx, row: WithdrawalRow): Promise<NewPayment>;
};

/** Returns the signer of a chain that pays by itself whatever it is asked for under a key, once: the sandbox's. */
export function createRequestSigner(): Signer {
  return {
    look: async (rows) => ({
      payable: rows,
      short: [],
      refused: [],
      outOfTurn: [],
      make: async (_tx, row) => ({ kind: 'request', requestKey: `withdrawal ${row.id}` }),
    }),
    replace: async () => null,
  };
}
