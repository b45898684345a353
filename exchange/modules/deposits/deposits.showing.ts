import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { deposits } from '../../../lib/protocol/deposits';
import { fromUnits } from '../../platform/decimal';
import type { Clock } from '../../platform/clock';
import { getAssetScale } from '../ledger/ledger';
import { CHAIN_SCALE, type Networks } from '../networks/networks';
import type { Cursor, DepositRow } from './deposits.repository';

export type ShownDeposit = AnswerOf<typeof deposits>[number];
type Context = { networks: Networks; clock: Clock; cursors: ReadonlyMap<string, Cursor> };

/** Returns an amount of a chain as a decimal without zeros at its end. */
export function showAmount(amount: bigint): string {
  return fromUnits(amount, CHAIN_SCALE);
}

/** Returns with how many confirmations a transfer is credited: with those of its network, and when it can be spent. */
export function confirmationsOf(
  { spendableAfter }: { spendableAfter?: number | null },
  { confirmations }: { confirmations: number },
): number {
  return Math.max(confirmations, spendableAfter ?? 0);
}

/** Returns a deposit as its owner sees it: how many confirmations it has of how many, and when the credit is to be expected. */
export function showDeposit(row: DepositRow, { networks, clock, cursors }: Context): ShownDeposit {
  const network = networks.get(row.network);
  const { explorer, isOffered } = network;
  const needed = confirmationsOf(row, network);
  const block = cursors.get(row.network)?.block ?? 0;
  const confirmations = row.block === null ? 0 : Math.max(0, block - row.block + 1);
  const left = Math.max(0, needed - confirmations);
  const blockMs = isOffered ? networks.chainOf(row.network).blockMs : null;
  return {
    id: row.id,
    network: row.network,
    coin: row.asset,
    address: row.address,
    num: showAmount(row.amount),
    credited: row.credited === null ? null : fromUnits(row.credited, getAssetScale(row.asset)),
    state: row.state === 'seen' ? 'confirming' : row.state,
    confirmations,
    needed,
    hash: row.txid,
    seen: row.seenAt,
    credited_at: row.creditedAt,
    replaced_at: row.replacedAt,
    expected: row.state === 'seen' && blockMs !== null ? clock.now() + left * blockMs : null,
    by_hand: row.byHand !== null,
    explorer: explorer?.replace('{hash}', row.txid) ?? null,
  };
}
