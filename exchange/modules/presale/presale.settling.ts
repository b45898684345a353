import { z } from 'zod';
import { allotTokens, countVested, findNextPart, judgePresale } from '../../../lib/rules/presale';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { captureHolds, type Journal, releaseHolds, userAddress } from '../ledger/ledger';
import { presaleSettled } from './presale.events';
import * as repository from './presale.repository';
import type { Presale, Purchase } from './presale.repository';
import { keyOf, PRESALE_JOB, PROCEEDS, toTokenUnits, tokensAddress } from './presale.service';

const LOOK_MS = 5_000;
/** Purchases of one transaction: each ends a hold and has two journals. */
const CHUNK = 100;
const USDT_SCALE = 8;

/** Does the next chunk of settling whatever sale is over. Returns false when nothing is left to do. */
export async function settleChunk(tx: Tx, { at, limit = CHUNK }: { at: number; limit?: number }): Promise<boolean> {
  const due = await repository.lockDuePresale(tx, at);
  if (due === null) return false;
  const presale: Presale = due.state === 'open' ? { ...due, state: 'settling', outcome: judgePresale(due) } : due;
  if (due.state === 'open') await repository.movePresale(tx, presale);
  const purchases = await repository.listUnsettled(tx, { presaleId: presale.id, limit });
  if (purchases.length === 0) {
    await repository.movePresale(tx, { ...presale, state: 'over' });
    return true;
  }
  const allotted = purchases.map((purchase) => ({
    ...purchase,
    allotted: presale.outcome === 'sold' ? allotTokens({ ...presale, ...purchase }) : 0n,
  }));
  const winners = allotted.filter((purchase) => purchase.allotted > 0n);
  // A transaction posts once: those who get something, or those whose whole payment goes back.
  const group = (winners.length > 0 ? winners : allotted).map((purchase) => ({
    ...purchase,
    delivered: countVested({ ...presale, ...purchase, done: 0 }),
    partsDone: 0,
    nextPartAt: purchase.allotted > 0n ? findNextPart({ ...presale, done: 0 }) : null,
  }));
  await repository.settlePurchases(tx, { rows: group, at });
  if (winners.length > 0) {
    const captures = winners.map((purchase) => ({
      ...keyOf(purchase),
      code: 'PRESALE_PAYMENT',
      to: [{ address: PROCEEDS, amount: purchase.allotted * presale.price }],
    }));
    await captureHolds(tx, captures, {
      at,
      journals: group.flatMap((purchase) => toDeliveries({ ...purchase, asset: presale.asset, tokens: purchase.delivered }, at)),
    });
  } else await releaseHolds(tx, group.map(keyOf), { at });
  await appendEvents(
    tx,
    group.map((purchase) => toSettled(presale, purchase, at)),
  );
  return true;
}

type Allotted = Purchase & { allotted: bigint };

/** The journal by which whole tokens reach their buyer; none of none. Each part has a reference of its own. */
export function toDeliveries(of: { id: string; userId: string; asset: string; tokens: bigint; partsDone: number }, at: number): Journal[] {
  if (of.tokens === 0n) return [];
  const amount = toTokenUnits(of.asset, of.tokens);
  const postings = [
    { address: tokensAddress(of.asset), amount: -amount },
    { address: userAddress({ userId: of.userId, mode: 'real', asset: of.asset, part: 'available' }), amount },
  ];
  const reference = of.partsDone === 0 ? `presale:${of.id}` : `presale:${of.id}:${of.partsDone}`;
  return [{ code: 'PRESALE_DELIVERY', reference, at, postings }];
}

function toSettled({ id, asset, price, outcome }: Presale, { userId, tokens, allotted }: Allotted, at: number) {
  const money = (count: bigint) => fromUnits(count * price, USDT_SCALE);
  const how = outcome === 'cancelled' ? 'cancelled' : allotted > 0n ? 'delivered' : 'refunded';
  const payload = { presale: id, asset, how, tokens: String(allotted), paid: money(allotted), back: money(tokens - allotted) } as const;
  return presaleSettled.create({ userId, mode: 'real', at, payload });
}

/** Returns the job that settles sales that are over, a chunk at a time. */
export function createSettlingJob({ clock }: Pick<Platform, 'clock'>): JobKind {
  return defineJob({
    name: PRESALE_JOB,
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor }) {
      return (await settleChunk(tx, { at: clock.now() })) ? { done: (cursor?.done ?? 0) + 1 } : null;
    },
  }) as unknown as JobKind;
}
