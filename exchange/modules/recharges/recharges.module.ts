import type { ExchangeModule } from '../../composition/module';
import { fromUnits, toUnits } from '../../platform/decimal';
import type { Tx } from '../../platform/db';
import { defineConsumer } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { depositCredited } from '../deposits/deposits.events';
import { getAssetScale } from '../ledger/ledger';
import { wireCredited } from '../wires/wires.events';
import { withdrawalMoved } from '../withdrawals/withdrawals.events';
import { rechargeBooked } from './recharges.events';
import { addRecharges, type BookedRecharge, findRecharges, type Recharge } from './recharges.repository';

const USDT_SCALE = 8;
/** Returns what an amount is worth in base units of USDT; null while there is no price. */
export type ToValue = (asset: string, units: bigint) => bigint | null;

const outOf = (withdrawal: string) => `withdrawal:${withdrawal}`;

/**
 * Wires what people brought and took, each valued once, at the price of the moment at which it is read from the log: whatever counts it later (levels,
 * rewards) comes to the same sums however often it reads them.
 */
export function createRechargesModule({ toValue }: { toValue: ToValue }): ExchangeModule {
  function priced(asset: string, amount: string): { asset: string; amount: bigint; value: bigint } {
    const units = toUnits(amount, getAssetScale(asset));
    const value = toValue(asset, units);
    // Tried again: prices come back, and a sum without one of its parts would be wrong for ever.
    if (value === null) throw new Error(`there is no price of ${asset} yet`);
    return { asset, amount: units, value };
  }
  return {
    name: 'recharges',
    events: [rechargeBooked],
    consumers: [
      defineConsumer({
        name: 'recharges',
        kinds: [depositCredited, wireCredited, withdrawalMoved],
        startsAt: 'oldest',
        async handle(tx, events) {
          const found: Recharge[] = [];
          const ended: { withdrawal: string; userId: string; asset: string; at: number }[] = [];
          for (const { kind, userId, at, payload } of events) {
            if (userId === null) continue;
            if (kind === 'deposit.credited') {
              found.push({ source: `deposit:${payload.deposit}`, userId, kind: 'in', at, ...priced(payload.asset, payload.amount) });
            } else if (kind === 'wire.credited') {
              found.push({ source: `wire:${payload.wire}`, userId, kind: 'in', at, ...priced(payload.asset, payload.amount) });
            } else if (payload.news === 'sent' || payload.news === 'done') {
              found.push({ source: outOf(payload.withdrawal), userId, kind: 'out', at, ...priced(payload.asset, payload.amount) });
            } else if (payload.news === 'cancelled' || payload.news === 'refused') {
              ended.push({ withdrawal: payload.withdrawal, userId, asset: payload.asset, at });
            }
          }
          const booked = await addRecharges(
            tx,
            unique(found).filter(({ amount }) => amount > 0n),
          );
          const back = await addRecharges(tx, await listBack(tx, ended));
          await appendEvents(tx, [...booked, ...back].map(toEvent));
        },
      }),
    ],
  };
}

/** One statement writes each name once. */
function unique(rows: readonly Recharge[]): Recharge[] {
  return [...new Map(rows.map((row) => [row.source, row])).values()];
}

/** A withdrawal that was counted as gone and isn't comes back at the value at which it went. */
async function listBack(tx: Tx, ended: readonly { withdrawal: string; userId: string; asset: string; at: number }[]): Promise<Recharge[]> {
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
