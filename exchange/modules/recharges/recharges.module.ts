import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { fromUnits, toUnits } from '../../platform/decimal';
import type { Tx } from '../../platform/db';
import { defineConsumer } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { depositCredited } from '../deposits/deposits.events';
import { getAssetScale } from '../ledger/ledger';
import { wireCredited } from '../wires/wires.events';
import { withdrawalMoved } from '../withdrawals/withdrawals.events';
import { rechargeBooked } from './recharges.events';
import {
  addRecharges,
  type BookedRecharge,
  findRecharges,
  keepWaiting,
  noteBack,
  type Recharge,
  type WaitingRecharge,
} from './recharges.repository';
import { createValuingJob } from './recharges.valuing';

const USDT_SCALE = 8;
/** Returns what an amount is worth in base units of USDT; null while there is no price. */
export type ToValue = (asset: string, units: bigint) => bigint | null;
type Ended = { withdrawal: string; userId: string; asset: string; at: number };

const outOf = (withdrawal: string) => `withdrawal:${withdrawal}`;

/**
 * Wires what people brought and took, each valued once, at the price of the moment at which it is read from the log, or at the first one after it: whatever
 * counts it later (levels, rewards) comes to the same sums however often it reads them.
 */
export function createRechargesModule(
  platform: Pick<Platform, 'db' | 'clock' | 'metrics'>,
  { toValue }: { toValue: ToValue },
): ExchangeModule {
  const { clock } = platform;
  /** Books what has a value; what has none yet waits for it, and holds up nothing else. */
  async function book(tx: Tx, found: readonly WaitingRecharge[], ended: readonly Ended[]): Promise<void> {
    const [valued, waiting]: [Recharge[], WaitingRecharge[]] = [[], []];
    for (const recharge of found) {
      const value = toValue(recharge.asset, recharge.amount);
      if (value === null) waiting.push(recharge);
      else valued.push({ ...recharge, value });
    }
    const booked = await addRecharges(tx, valued);
    await keepWaiting(tx, waiting, clock.now());
    // Before what went is looked up: what is valued meanwhile is seen after it.
    await noteBack(
      tx,
      ended.map(({ withdrawal, at }) => ({ source: outOf(withdrawal), at })),
    );
    const back = await addRecharges(tx, await listBack(tx, ended));
    await appendEvents(tx, [...booked, ...back].map(toEvent));
  }

  return {
    name: 'recharges',
    events: [rechargeBooked],
    jobs: [createValuingJob(platform, { toValue, book })],
    consumers: [
      defineConsumer({
        name: 'recharges',
        kinds: [depositCredited, wireCredited, withdrawalMoved],
        startsAt: 'oldest',
        async handle(tx, events) {
          const found: WaitingRecharge[] = [];
          const ended: Ended[] = [];
          for (const { kind, userId, at, payload } of events) {
            if (userId === null) continue;
            const { asset } = payload;
            const amount = toUnits(payload.amount, getAssetScale(asset));
            const moved = { userId, asset, amount, at };
            if (kind === 'deposit.credited') found.push({ ...moved, source: `deposit:${payload.deposit}`, kind: 'in' });
            else if (kind === 'wire.credited') found.push({ ...moved, source: `wire:${payload.wire}`, kind: 'in' });
            else if (payload.news === 'sent' || payload.news === 'done') {
              found.push({ ...moved, source: outOf(payload.withdrawal), kind: 'out' });
            } else if (payload.news === 'cancelled' || payload.news === 'refused') {
              ended.push({ withdrawal: payload.withdrawal, userId, asset, at });
            }
          }
          await book(
            tx,
            unique(found).filter(({ amount }) => amount > 0n),
            ended,
          );
        },
      }),
    ],
  };
}

/** One statement writes each name once. */
function unique<Row extends { source: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.source, row])).values()];
}

/** A withdrawal that was counted as gone and isn't comes back at the value at which it went. */
async function listBack(tx: Tx, ended: readonly Ended[]): Promise<Recharge[]> {
  const outs = await findRecharges(
    tx,
    ended.map(({ withdrawal }) => outOf(withdrawal)),
  );
  const rows = ended.flatMap(({ withdrawal, ...of }) => {
    const out = outs.get(outOf(withdrawal));
    return out === undefined ? [] : [{ ...of, ...out, kind: 'back' as const, source: `withdrawal-back:${withdrawal}` }];
  });
  return unique(rows);
}

function toEvent({ id, userId, kind, asset, amount, value, at }: BookedRecharge) {
  const payload = { recharge: id, kind, asset, amount: fromUnits(amount, getAssetScale(asset)), value: fromUnits(value, USDT_SCALE) };
  return rechargeBooked.create({ userId, mode: 'real', at, payload });
}
