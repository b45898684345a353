import { MODES, type Mode } from '../../../lib/protocol/wire';
import type { Logger } from '../../platform/logger';
import { NEVER_REPEATED } from '../matching/matching';
import { type Caller, ignoreRejection, type TradingDoor } from './liquidity.door';

/** Old quotes are removed from the database when there are so many of an account and mode: nobody asks for them, and they would be most of all orders. */
const FORGET_AT = 50;

/** Takes out of the book and out of the database what no longer is a quote. */
export class OldQuotes {
  private readonly forgettable = new Map<string, string[]>();

  constructor(
    private readonly door: TradingDoor,
    private readonly log: Logger,
  ) {}

  /** Says of each whether it was cancelled, as the door answers. */
  cancel(caller: Caller, ids: readonly string[]) {
    return Promise.all(ids.map((orderId) => ignoreRejection(this.door.cancelOrder(caller, { orderId, requestId: NEVER_REPEATED }))));
  }

  async forget(caller: Caller, ids: readonly string[], atLeast = FORGET_AT): Promise<void> {
    const key = `${caller.userId}:${caller.mode}`;
    const all = [...(this.forgettable.get(key) ?? []), ...ids];
    const isDue = all.length >= atLeast;
    this.forgettable.set(key, isDue ? [] : all);
    if (!isDue || all.length === 0) return;
    // What could not be removed now just stays.
    await this.door.forgetUnfilled(caller, all).catch((error: unknown) => this.log.warn({ err: error }, 'old quotes were not removed'));
  }

  /** Quotes of an earlier run stand around an old price: nobody may meet them. */
  async clear(market: string, userIds: readonly string[]): Promise<void> {
    for (const caller of userIds.flatMap((userId) => MODES.map((mode: Mode) => ({ userId, mode })))) {
      const ids = (await this.door.listOpenOrders(caller, market)).map(({ id }) => id);
      await this.cancel(caller, ids);
      await this.forget(caller, ids, 1);
    }
  }
}
