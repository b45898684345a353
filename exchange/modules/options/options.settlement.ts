import {
  calculateDelivery,
  decideOutcome,
  findStrikePrint,
  type OptionPrint,
  PRINTS_MISSING_MS,
  readPrintPrice,
} from '../../../lib/rules/options';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { postJournals } from '../ledger/ledger';
import { findLastPrint, listPrintsBetween } from '../market-data/market-data';
import { findMarket } from '../market-data/markets';
import { toSettled } from './options.events';
import { resultJournal } from './options.postings';
import {
  type Contract,
  hasOpenContracts,
  keepPrints,
  lockDue,
  lockPending,
  putAside,
  type ResultUpdate,
  type StrikeUpdate,
  updateResults,
  updateStrikes,
} from './options.repository';

/** Contracts of one transaction: large enough that thousands due at once take a few of them, small enough to keep purchases moving. */
export const SETTLED_AT_ONCE_MAX = 1_000;
/** A print may be stored late on a busy database: without one, the clock alone decides only after this. */
const LATE_PRINT_MS = 5_000;
const GIVE_UP_MS = PRINTS_MISSING_MS + LATE_PRINT_MS;
/** Prints on both sides of a moment: two minutes of one a second. */
const WINDOW_PRINTS_MAX = 2 * (PRINTS_MISSING_MS / 1_000) + 10;
/** What was put aside is tried again after so long. */
const ASIDE_MS = 3_600_000;
/** How far back the print before a purchase is looked for, to prove that the next one is the first. */
const BEFORE_STRIKE_MS = 5_000;

/** `moved` are contracts whose owners have something new to see, `aside` those that could not be settled and are left out for an hour. */
type Step = { moved: Contract[]; hasPaid: boolean; aside?: readonly Aside[] };
type Aside = { id: string; market: string; error: unknown };
type Delivery = ReturnType<typeof calculateDelivery>;

/** Returns what counts contracts that were put aside, with one alarm for each market of theirs. */
function createAsideSayer(metrics: Platform['metrics']) {
  const count = metrics.counter({
    name: 'option_contracts_aside_total',
    help: 'Seconds contracts that could not be settled and were put aside',
  });
  return (aside: readonly Aside[]): void => {
    count.inc({}, aside.length);
    for (const { id, market, error: err } of new Map(aside.map((one) => [one.market, one])).values()) {
      metrics.alarm('option_contract_aside', { contract: id, market, err }, 'seconds contracts could not be settled and were put aside');
    }
  };
}

/** Gives contracts their purchase price and their result. Each step is one transaction: a kill in between leaves nothing half done. */
export function createSettlement({ db, clock, events, metrics }: Pick<Platform, 'db' | 'clock' | 'events' | 'metrics'>) {
  const sayAside = createAsideSayer(metrics);

  async function settle(tx: Tx, contracts: readonly Contract[], results: readonly ResultUpdate[], at: number): Promise<void> {
    const byId = new Map(contracts.map((contract) => [contract.id, contract]));
    const settled = results.flatMap(({ id, result }) => {
      const contract = byId.get(id);
      return contract === undefined ? [] : [{ ...contract, result }];
    });
    // Accounts before contracts, as a purchase does it: both count what an account has used, and neither waits there for the other.
    await postJournals(
      tx,
      settled.map((contract) => resultJournal(contract, at)),
    );
    await updateResults(tx, results, at);
    await appendEvents(
      tx,
      settled.map((contract) => toSettled(contract, at)),
    );
  }

  async function takeStrikes(tx: Tx): Promise<Step> {
    const now = clock.now();
    const last = await findLastPrint(tx);
    const before = Math.max(last?.time ?? 0, now - GIVE_UP_MS);
    const waiting = await lockPending(tx, { before, limit: SETTLED_AT_ONCE_MAX });
    const from = waiting[0]?.acceptedAt;
    if (from === undefined) return { moved: [], hasPaid: false };
    // One window of prints at a time; those accepted later than it have their turn next.
    const group = waiting.filter((contract) => contract.acceptedAt <= from + PRINTS_MISSING_MS);
    const window = { from: from - BEFORE_STRIKE_MS, to: from + 2 * PRINTS_MISSING_MS + 1, limit: WINDOW_PRINTS_MAX };
    const prints = await listPrintsBetween(tx, window);
    const { strikes, results, kept } = decideStrikes(group, prints, Math.max(last?.time ?? 0, now - LATE_PRINT_MS));
    await keepPrints(tx, [...kept]);
    await updateStrikes(tx, strikes);
    await settle(tx, group, results, now);
    const moved = new Set([...strikes, ...results].map(({ id }) => id));
    return { moved: group.filter(({ id }) => moved.has(id)), hasPaid: results.length > 0 };
  }

  async function takeDeliveries(tx: Tx): Promise<Step> {
    const now = clock.now();
    const last = await findLastPrint(tx);
    const found = await lockDue(tx, {
      until: Math.max(last?.time ?? 0, now - GIVE_UP_MS),
      before: now - ASIDE_MS,
      limit: SETTLED_AT_ONCE_MAX,
    });
    const deliversAt = found[0]?.deliversAt;
    if (deliversAt == null) return { moved: [], hasPaid: false };
    const window = { from: deliversAt - PRINTS_MISSING_MS + 1, to: deliversAt + PRINTS_MISSING_MS + 1, limit: WINDOW_PRINTS_MAX };
    const prints = await listPrintsBetween(tx, window);
    const { deliveries, failed } = deliverAll(new Set(found.map(({ market }) => market)), deliversAt, prints);
    const due = found.filter(({ market }) => !failed.has(market));
    const aside = found.flatMap(({ id, market }) => (failed.has(market) ? [{ id, market, error: failed.get(market) }] : []));
    await putAside(tx, { rows: aside, at: now });
    const results = due.map((contract) => decide(contract, deliveries.get(contract.market) ?? null));
    await keepPrints(
      tx,
      [...deliveries.values()].flatMap((delivery) => delivery?.proving ?? []),
    );
    await settle(tx, due, results, now);
    return { moved: due, hasPaid: true, aside };
  }

  /** Runs steps until one changes nothing, and tells the owners after each commit. */
  async function runSteps(take: (tx: Tx) => Promise<Step>): Promise<void> {
    for (;;) {
      const { moved, hasPaid, aside = [] } = await db.transaction(take, { kind: 'work' });
      sayAside(aside);
      if (moved.length === 0 && aside.length === 0) return;
      const changed: ('orders' | 'balances')[] = hasPaid ? ['orders', 'balances'] : ['orders'];
      const owners = new Map(moved.map((contract) => [`${contract.userId} ${contract.mode}`, contract]));
      for (const { userId, mode } of owners.values()) events.publish({ kind: 'account', userId, mode, changed, market: null });
    }
  }

  return {
    /** Does everything that the prints so far allow. */
    async run(): Promise<void> {
      // Asked every second, mostly in vain: one look that locks nothing.
      if (!(await hasOpenContracts(db.read))) return;
      await runSteps(takeStrikes);
      await runSteps(takeDeliveries);
    },
  };
}

/**
 * Returns which of these contracts get their purchase price, which get their stake back because no print came in time, and the prints that prove
 * it. `seen` (ms) is how far the prints are known.
 */
function decideStrikes(group: readonly Contract[], prints: readonly OptionPrint[], seen: number) {
  const strikes: StrikeUpdate[] = [];
  const results: ResultUpdate[] = [];
  const kept = new Set<OptionPrint>();
  for (const { id, market, acceptedAt } of group) {
    const print = findStrikePrint({ prints, market, acceptedAt });
    if (print !== null) {
      const first = prints.findLast((one) => one.time <= acceptedAt) ?? print;
      strikes.push({ id, strike: readPrintPrice(print.prices, market) ?? '', strikeAt: print.time, fromSeq: first.seq, seq: print.seq });
      for (const one of prints) if (one.seq >= first.seq && one.seq <= print.seq) kept.add(one);
    } else if (seen > acceptedAt + PRINTS_MISSING_MS) {
      results.push({ id, result: 'refunded', reason: 'no_strike', delivery: null, fromSeq: null, toSeq: null });
    }
  }
  return { strikes, results, kept };
}

/** Returns the delivery of each market, and of those where none can be calculated why. */
function deliverAll(markets: ReadonlySet<string>, deliversAt: number, prints: readonly OptionPrint[]) {
  const deliveries = new Map<string, Delivery>();
  const failed = new Map<string, unknown>();
  for (const market of markets) {
    try {
      deliveries.set(market, deliver(market, deliversAt, prints));
    } catch (error) {
      failed.set(market, error);
    }
  }
  return { deliveries, failed };
}

/** Null: the prints name no such price in time. @throws Error where they do and this version doesn't know its market, or not on this grid */
function deliver(market: string, deliversAt: number, prints: readonly OptionPrint[]): Delivery {
  const spec = findMarket(market);
  if (spec !== null) return calculateDelivery({ prints, market, deliversAt, tickScale: spec.tickScale });
  if (prints.every((print) => readPrintPrice(print.prices, market) === null)) return null;
  throw new Error(`contracts run in the unknown market ${market}`);
}

function decide({ id, direction, strike }: Contract, delivery: Delivery): ResultUpdate {
  if (delivery === null || strike === null)
    return { id, result: 'refunded', reason: 'no_delivery', delivery: null, fromSeq: null, toSeq: null };
  return {
    id,
    ...decideOutcome({ direction, strike, delivery: delivery.price }),
    delivery: delivery.price,
    fromSeq: delivery.proving[0]?.seq ?? null,
    toSeq: delivery.proving.at(-1)?.seq ?? null,
  };
}
