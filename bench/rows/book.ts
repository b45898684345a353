// Matching in memory: orders a second on a book of 1,000 resting orders (reference) and one of 1,000,000.
import { SpotBook } from '../../exchange/modules/spot/spot.book';

/**
 * Matching alone, in memory: orders a second on books of 1,000 and of 1,000,000 resting orders. Each order is matched, rested where
 * something is left, and committed in groups of 256, as the writer does.
 */
const GROUP = 256;
const ORDERS = 400_000;
const ROUNDS = 5;
const MIDDLE = 10_000_000;

/** A small fixed-seed generator (32 bit xorshift): every run plays the same orders. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

type Book = { book: SpotBook; ids: number[]; nextId: number };

/** Resting orders spread over as many price levels as there would be: two orders a level on average. */
function fillBook(resting: number): Book {
  const random = createRandom(7);
  const book = new SpotBook();
  const ids: number[] = [];
  for (let id = 1; id <= resting; id += 1) {
    const isBid = id % 2 === 0;
    const distance = 1 + Math.floor(random() * (resting / 2));
    book.add({ id, owner: id % 5_000, isBid, price: isBid ? MIDDLE - distance : MIDDLE + distance, rested: 100, rest: 100 });
    ids.push(id);
    if (id % GROUP === 0) book.commit();
  }
  book.commit();
  return { book, ids, nextId: resting + 1 };
}

/** 45 % new resting orders, 45 % cancels, 10 % takers of a few orders: the size of the book stays about the same. */
function playOrders(state: Book, orders: number, seed: number): { seconds: number; matches: number } {
  const { book, ids } = state;
  const random = createRandom(seed);
  const spread = Math.max(50, book.size / 2);
  let matches = 0;
  const startedAt = process.hrtime.bigint();
  for (let count = 1; count <= orders; count += 1) {
    const dice = random();
    const isBid = random() < 0.5;
    if (dice < 0.45) {
      const pick = Math.floor(random() * ids.length);
      const order = book.get(ids[pick] as number);
      ids[pick] = ids[ids.length - 1] as number;
      ids.pop();
      if (order !== undefined) book.remove(order);
    } else {
      const id = state.nextId++;
      const owner = 5_000 + (id % 5_000);
      const distance = 1 + Math.floor(random() * spread);
      const price = dice < 0.9 ? (isBid ? MIDDLE - distance : MIDDLE + distance) : isBid ? MIDDLE + spread : MIDDLE - spread;
      const result = book.match({ owner, isBid, limit: price, quantity: dice < 0.9 ? 100 : 150 }, 500);
      matches += result.matches.length;
      if (result.rest > 0 && dice < 0.9) {
        book.add({ id, owner, isBid, price, rested: result.rest, rest: result.rest });
        ids.push(id);
      }
    }
    if (count % GROUP === 0) book.commit();
  }
  book.commit();
  return { seconds: Number(process.hrtime.bigint() - startedAt) / 1e9, matches };
}

for (const resting of [1_000, 1_000_000]) {
  const state = fillBook(resting);
  playOrders(state, 100_000, 3);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rates.push(Math.round(ORDERS / playOrders(state, ORDERS, 11 + round).seconds));
  rates.sort((a, b) => a - b);
  const median = rates[Math.floor(ROUNDS / 2)];
  console.log(
    `book of ${resting.toLocaleString('en')} resting orders: ${median?.toLocaleString('en')} orders/s (median of ${ROUNDS}; ${rates[0]?.toLocaleString('en')} to ${rates.at(-1)?.toLocaleString('en')}; ${state.book.size.toLocaleString('en')} resting at the end)`,
  );
}
