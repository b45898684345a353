import { cancelAll } from '../../../lib/protocol/spot';
import { CANCEL_ALL_MAX, type BookKind } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall } from '../../http/register-call';
import type { Database, Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { transactOnce } from '../../platform/idempotency';
import { type Caller, NEVER_REPEATED } from './matching.commands';
import { callerOf, requireMarket } from './matching.handlers';
import type { OrderTable } from './matching.repository';
import type { MarketTerms } from './matching.terms';

type Cancels = {
  terms: ReadonlyMap<string, MarketTerms>;
  cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<unknown>;
};

/**
 * Returns the call that cancels all of a member's open orders of one kind. Which ones is written down first, under the request number: the
 * same request again goes on with the same orders and leaves alone what was placed since. Each is then cancelled like any other.
 */
export function createCancelAllCall(db: Database, table: OrderTable<unknown>, kind: BookKind, service: Cancels): RegisteredCall {
  return handle(cancelAll, async ({ type, market, request_id: requestId }, context) => {
    if (type !== kind) throw new DomainError('FEATURE_NOT_OFFERED');
    if (market !== undefined) requireMarket(service, market);
    const caller = callerOf(context);
    const input = { kind, market: market ?? null };
    const ids = await transactOnce(db, { ...caller, call: 'x.cancelAll', requestId, input }, (tx) =>
      listOpenIds(tx, table, caller, market),
    );
    await Promise.all(ids.map((orderId) => cancelOne(service, caller, orderId)));
    return countStates(db.read, table, ids);
  });
}

/** One that can't be cancelled now is counted as left; it must not keep the others. */
async function cancelOne(service: Cancels, caller: Caller, orderId: string): Promise<void> {
  try {
    await service.cancelOrder(caller, { orderId, requestId: NEVER_REPEATED });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

async function listOpenIds(tx: Tx, table: OrderTable<unknown>, { userId, mode }: Caller, market: string | undefined): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT o.id FROM ${table.orders} o
      WHERE o.user_id = $1 AND o.mode = $2 AND ($3::text IS NULL OR o.market = $3) AND ${table.isOpen} ORDER BY o.id DESC LIMIT $4`,
    [userId, mode, market ?? null, CANCEL_ALL_MAX],
  );
  return rows.map(({ id }) => id);
}

async function countStates(tx: Tx, table: OrderTable<unknown>, ids: readonly string[]) {
  const { rows } = await tx.query<{ cancelled: string; left: string }>(
    `SELECT count(*) FILTER (WHERE o.status = 'cancelled') AS cancelled, count(*) FILTER (WHERE ${table.isOpen}) AS left
       FROM ${table.orders} o WHERE o.id = ANY($1::int8[])`,
    [ids],
  );
  return { cancelled: Number(rows[0]?.cancelled ?? 0), left: Number(rows[0]?.left ?? 0) };
}
