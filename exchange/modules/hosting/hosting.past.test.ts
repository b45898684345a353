import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHostingWorld, type HostingWorld, START } from '../../../tests/helpers/hosting-world';
import { createSimulationSource } from '../market-data/simulation.source';
import { MARKETS } from '../market-data/markets';
import { PAST_DAYS, type PastPrices, rangeOf, simulatePast } from './hosting.past';
import { createPastWriter } from './hosting.past.worker';
import { toBookWire } from './hosting.record';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ONE = 1_000_000_000_000n;
let world: HostingWorld;
beforeAll(async () => {
  world = await createHostingWorld();
});
afterAll(() => world.db.close());

async function planOf() {
  return (await world.book()).terms;
}
/** Looks of every hour at prices of a day of one's own choice. */
function createBookViewers(days: number, priceOf: (hour: number) => string): PastPrices[] {
  return Array.from({ length: days * 24 + 1 }, (_, hour) => ({
    at: START - (START % DAY_MS) + hour * HOUR_MS,
    prices: new Map(['BTC-USDT', 'ETH-USDT', 'SOL-USDT'].map((market) => [market, priceOf(hour)])),
  }));
}

describe('the strategy over prices that were', () => {
  it('costs its entry on the first day and earns funding on each: worked by hand for a price that stands still', async () => {
    const [first, second] = simulatePast(await planOf(), { looks: createBookViewers(2, () => '100'), markets: MARKETS });
    // 90 % are in pairs, half of each in coins: 0.1 % and 0.05 % of fees, and 0.04 % from the index twice, of 0.45 of the book.
    expect(Number(first?.unitValue) / Number(ONE)).toBeCloseTo(1 - 0.445 * (0.001 + 0.0005 + 0.0008) + 3 * 0.445 * 0.0001, 4);
    // Three intervals of 0.01 % on the short side.
    expect(Number((second?.unitValue ?? 0n) - (first?.unitValue ?? 0n)) / Number(ONE)).toBeCloseTo(3 * 0.445 * 0.0001, 5);
  });

  it('keeps its value through a crash and through a rise that takes it past its margin line', async () => {
    const path = (hour: number) => (hour < 30 ? '100' : hour < 60 ? '55' : '90');
    const days = simulatePast(await planOf(), { looks: createBookViewers(5, path), markets: MARKETS });
    expect(days).toHaveLength(5);
    for (const { unitValue } of days) expect(Number(unitValue) / Number(ONE)).toBeGreaterThan(0.98);
  });

  it('stops for good where it loses a tenth of its high', async () => {
    // From one hour to the next five times as much: a short at 1x has lost more than its margin.
    const jumps = (hour: number) => String(100 * (1 + (hour % 2 === 0 ? 0 : 0.4)));
    const { rules, ...plan } = await planOf();
    const days = simulatePast(
      { ...plan, rules: { ...rules, stopRate: '0.001' } },
      { looks: createBookViewers(20, jumps), markets: MARKETS },
    );
    expect(days.length).toBeLessThan(20);
  });
});

describe('the past of a book', () => {
  const findPrice = (market: string, at: number) => {
    prices ??= createSimulationSource({ seed: 'candor', clock: world.platform.clock });
    const tickScale = MARKETS.find((spec) => spec.market === market)?.tickScale ?? 0;
    return String(prices.priceAt(market, at).priceTicks / 10 ** tickScale);
  };
  let prices: ReturnType<typeof createSimulationSource> | null = null;

  it('is written once, ends before the book was opened, says what it is, and counts as no live day', async () => {
    const before = toBookWire(await world.service.readBook(1, 'real'));
    expect(before).toMatchObject({ past: null, record: { days: 0, range: null } });
    const writer = () => createPastWriter(world.platform, { findPrice, listMarkets: () => MARKETS, rest: 0 });
    await writer().write();
    const { past, record, since } = toBookWire(await world.service.readBook(1, 'real'));
    expect(past?.days).toHaveLength(PAST_DAYS);
    expect(past).toMatchObject({ funding: '0.0001', record: { days: PAST_DAYS } });
    // Bitcoin's line begins where the book's does, a day before the first point.
    const { from } = rangeOf(await planOf(), since);
    const [begins, first] = [findPrice('BTC-USDT', from), findPrice('BTC-USDT', from + DAY_MS)].map(Number);
    expect(Number(past?.days.at(-1)?.btc)).toBeCloseTo((first ?? 0) / (begins ?? 0), 5);
    expect(past?.record).not.toHaveProperty('range');
    expect(past?.days[0]?.at).toBe(rangeOf(await planOf(), since).to);
    expect(record).toMatchObject({ days: 0, result: '0', range: null });
    await world.pass();
    expect(toBookWire(await world.service.readBook(1, 'real')).record).toMatchObject({ days: 1, range: null });
    // Again, and by another process: the same rows.
    const rows = () => world.db.read.query('SELECT * FROM hosting_past ORDER BY book, at').then((found) => found.rows);
    const written = await rows();
    await writer().write();
    expect(await rows()).toEqual(written);
    await world.verify();
  });
});
