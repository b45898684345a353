import { z } from 'zod';
import { allotTokens, countVested, findNextPart, judgePresale } from '../../../lib/rules/presale';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { createNarrowing } from '../../platform/narrowing';
import { captureHolds, type Journal, releaseHolds, userAddress } from '../ledger/ledger';
import { presaleSettled } from './presale.events';
import * as repository from './presale.repository';
import type { Presale, Purchase } from './presale.repository';
import { keyOf, PRESALE_JOB, PROCEEDS, toTokenUnits, tokensAddress } from './presale.service';

const LOOK_MS = 5_000;
/** Purchases of one transaction: each ends a hold and has two journals. */
const CHUNK = 100;
const USDT_SCALE = 8;

/** Purchases of a sale that is over, or the sale alone: `purchase` is null when each of them is settled, or put aside. */
type Due = { id: string; presale: Presale; purchase: Purchase | null };

/** Does the next chunk of settling whatever sale is over. Returns false when nothing is left to do. */
export async function settleChunk(tx: Tx, { at, limit = CHUNK }: { at: number; limit?: number }): Promise<boolean> {
  const due = await listDue(tx, { at, limit });
  return due.length > 0 && (await settle(tx, due, at)) > 0;
}

async function listDue(tx: Tx, { at, limit }: { at: number; limit: number }): Promise<Due[]> {
  const presale = await repository.lockDuePresale(tx, at);
  if (presale === null) return [];
  const purchases = await repository.listUnsettled(tx, { presaleId: presale.id, limit, now: at });
  if (purchases.length === 0) return [{ id: `sale ${presale.id}`, presale, purchase: null }];
  return purchases.map((purchase) => ({ id: purchase.id, presale, purchase }));
}

/** Settles purchases of one sale, or ends it with its last. Returns how much of it was done. */
async function settle(tx: Tx, due: readonly Due[], at: number): Promise<number> {
  const [{ presale: before }] = due as [Due];
  const presale: Presale = before.state === 'open' ? { ...before, state: 'settling', outcome: judgePresale(before) } : before;
  if (before.state === 'open') await repository.movePresale(tx, presale);
  const purchases = due.flatMap(({ purchase }) => purchase ?? []);
  if (purchases.length > 0) await settlePurchases(tx, { presale, purchases, at });
  // What was put aside is waited for.
  else if (await repository.hasUnsettled(tx, presale.id)) await repository.putSaleAside(tx, { id: presale.id, at });
  else await repository.movePresale(tx, { ...presale, state: 'over' });
  return due.length;
}

type Piece = { presale: Presale; purchases: readonly Purchase[]; at: number };

async function settlePurchases(tx: Tx, { presale, purchases, at }: Piece): Promise<void> {
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

/**
 * Returns the job that settles sales that are over, a chunk at a time. A purchase that can't be settled holds up no other: it is put aside for an hour,
 * counted, and has an alarm; its sale lets others go first for a minute.
 */
export function createSettlingJob({ clock, tellAside }: Pick<Platform, 'clock'> & { tellAside: TellAside }): JobKind {
  const doChunk = createNarrowing<Due>({
    rowsMax: CHUNK,
    onAside: ({ presale, purchase }, err) => tellAside({ presale: presale.id, purchase: purchase?.id ?? null, err }),
  });
  return defineJob({
    name: PRESALE_JOB,
    payload: z.object({}),
    cursor: z.object({ done: z.number() }),
    period: { everyMs: LOOK_MS, missed: 'last' },
    async run(tx, { cursor, attempts }) {
      const at = clock.now();
      const count = await doChunk({
        attempts,
        list: (limit) => listDue(tx, { at, limit }),
        work: (due) => settle(tx, due, at),
        async putAside({ presale, purchase }, why) {
          if (purchase !== null) await repository.putPurchaseAside(tx, { id: purchase.id, at, why });
          await repository.putSaleAside(tx, { id: presale.id, at, why: purchase === null ? why : null });
        },
      });
      return count === 0 ? null : { done: (cursor?.done ?? 0) + 1 };
    },
  }) as unknown as JobKind;
}

export type TellAside = (of: { presale: string; purchase: string | null; err: unknown }) => void;

/** Returns what counts a purchase that was put aside, and says so. */
export function createTellAside({ metrics }: Pick<Platform, 'metrics'>): TellAside {
  const aside = metrics.counter({
    name: 'presale_purchases_aside_total',
    help: 'Purchases that were put aside because they could not be settled, or a part of them not be delivered',
  });
  return (of) => {
    aside.inc();
    metrics.alarm('presale_aside', of, 'a purchase of a pre-sale could not be settled or delivered and was put aside');
  };
}
