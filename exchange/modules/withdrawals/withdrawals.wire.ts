import type { AnswerOf } from '../../../lib/protocol/define-call';
import type * as calls from '../../../lib/protocol/withdrawals';
import { fromUnits } from '../../platform/decimal';
import type { KeptAddress } from './withdrawals.book.repository';
import type { PayingNetworks } from './withdrawals.networks';
import type { WithdrawalRow } from './withdrawals.repository';
import { SCALE } from './withdrawals.terms';

/** Returns a withdrawal as the protocol shows it. */
export function toWire(row: WithdrawalRow, networks: PayingNetworks): AnswerOf<typeof calls.withdrawTo> {
  const { id, channel, network, address, state, until, delay, reason, txid, confirmations } = row;
  const write = (units: bigint) => fromUnits(units, SCALE);
  const pattern = networks.find(network)?.explorer ?? null;
  return {
    ...{ id, channel, network, address, state, until, delay, reason, txid, confirmations },
    coin: row.asset,
    amount: write(row.amount),
    fee: write(row.fee),
    arrives: write(row.amount - row.fee),
    time: row.requestedAt,
    state_time: row.stateAt,
    explorer: txid === null || pattern === null ? null : pattern.replace('{hash}', txid),
    confirmations_needed: row.confirmationsNeeded,
  };
}

export function toKeptWire({ id, network, address, name, usableAt }: KeptAddress) {
  return { id, network, address, name, usable: usableAt };
}
