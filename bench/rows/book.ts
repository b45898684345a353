// Matching in memory: orders a second on a book of 1,000 resting orders (the reference) and on one of 1,000,000.
import { OrderBook } from '../../exchange/modules/matching/matching';
import { createRandom } from '../support/random';
import { median, printRow } from '../support/print';

/**
 * Each order is matched, rested where something is left, and committed in groups of 256, as the writer does. What to do is drawn up before
 * the clock starts, on a book of its own: half of the orders rest and push out one that rests, one in ten takes what rests. Where they rest
 * and what they push out is drawn in two ways: near the best price and among the newest, as orders come and go in markets, and evenly from
 * the whole book, the worst case for a processor's cache.
 */
const GROUP = 256;
const ORDERS = 400_000;
const ROUNDS = 5;
const MIDDLE = 10_000_000;
const OWNERS = 10_000;
/** Near the best price: the middle of the distances in ticks, and how many of the newest orders may be pushed out. */
const NEAR_TICKS = 200;
const NEWEST = 1_000;

const PLACE = 0;
const CANCEL = 1;
const TAKE = 2;
type Spread = 'near the best price' | 'all over the book';
type Plan = { kinds: Uint8Array; ids: Float64Array; prices: Float64Array };

/** Two orders a price level on average, as evenly spread as a book over a band of prices can be. */
function fillBook(resting: number): OrderBook {
  const random = createRandom(7);
  const book = new OrderBook();
  for (let id = 1; id <= resting; id += 1) {
    const isBid = id % 2 === 0;
    const distance = 1 + Math.floor(random() * (resting / 2));
    book.add({ id, owner: ownerOf(id), isBid, price: isBid ? MIDDLE - distance : MIDDLE + distance, rested: 100, rest: 100 });
    if (id % GROUP === 0) book.commit();
  }
  book.commit();
  return book;
}

/** A taker's owner has nothing resting. */
function ownerOf(id: number): number {
  return 1 + (id % OWNERS);
}

function drawDistance(spread: Spread, resting: number, random: () => number): number {
  const even = Math.floor(random() * (resting / 2));
  return 1 + (spread === 'all over the book' ? even : Math.min(even, Math.floor((-Math.log(1 - random()) * NEAR_TICKS) / Math.LN2)));
}

function drawPlan(spread: Spread, resting: number, orders: number): Plan {
  const book = fillBook(resting);
  const random = createRandom(11);
  const alive = Array.from({ length: resting }, (_, index) => index + 1);
  const plan: Plan = { kinds: new Uint8Array(orders), ids: new Float64Array(orders), prices: new Float64Array(orders) };
  for (let at = 0, id = resting + 1; at < orders; at += 1) {
    plan.kinds[at] = random() < 0.1 ? TAKE : book.size < resting ? PLACE : CANCEL;
    plan.ids[at] = plan.kinds[at] === CANCEL ? pickAlive(spread, book, alive, random) : id++;
    const distance = drawDistance(spread, resting, random);
    plan.prices[at] = random() < 0.5 ? MIDDLE - distance : MIDDLE + distance;
    if (plan.kinds[at] === PLACE) alive.push(plan.ids[at] as number);
    play(book, plan, at, at + 1);
  }
  return plan;
}

function pickAlive(spread: Spread, book: OrderBook, alive: number[], random: () => number): number {
  for (;;) {
    const among = spread === 'all over the book' ? alive.length : Math.min(NEWEST, alive.length);
    const pick = alive.length - 1 - Math.floor(random() * among);
    const id = alive[pick] as number;
    alive[pick] = alive[alive.length - 1] as number;
    alive.pop();
    if (book.get(id) !== undefined) return id;
  }
}

/** Plays part of a plan. A price below the middle is a bid's; a taker takes one and a half orders of the other side. */
function play(book: OrderBook, { kinds, ids, prices }: Plan, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const id = ids[at] as number;
    const price = prices[at] as number;
    const isBid = price < MIDDLE;
    if (kinds[at] === CANCEL) {
      const order = book.get(id);
      if (order !== undefined) book.remove(order);
    } else if (kinds[at] === TAKE) {
      book.match({ owner: OWNERS + 1, isBid, limit: isBid ? MIDDLE * 2 : 1, quantity: 150 }, 500);
    } else {
      const { rest } = book.match({ owner: ownerOf(id), isBid, limit: price, quantity: 100 }, 500);
      if (rest > 0) book.add({ id, owner: ownerOf(id), isBid, price, rested: rest, rest });
    }
    if (at % GROUP === 0) book.commit();
  }
}

/** Rates of all rounds, in orders a second. The first round is not counted: it warms the compiler. */
function measure(spread: Spread, resting: number): number[] {
  const plan = drawPlan(spread, resting, ORDERS * (ROUNDS + 1));
  const book = fillBook(resting);
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedAt = process.hrtime.bigint();
    play(book, plan, round * ORDERS, (round + 1) * ORDERS);
    if (round > 0) rates.push(ORDERS / (Number(process.hrtime.bigint() - startedAt) / 1e9));
  }
  return rates;
}

for (const spread of ['near the best price', 'all over the book'] as const) {
  const small = measure(spread, 1_000);
  const large = measure(spread, 1_000_000);
  const ratio = median(small) / median(large);
  console.log(`orders ${spread}`);
  printRow({ name: '  book of 1,000 resting orders', rates: small, unit: 'orders/s' });
  printRow({ name: '  book of 1,000,000 resting orders', rates: large, unit: 'orders/s', wanted: 300_000 });
  console.log(`  cost per order, 1,000,000 / 1,000: ${ratio.toFixed(2)} x (wanted: at most 2)`);
}
