import { toFraction } from '../../../lib/rules/hosting';
import { HOSTED_DAYS_MAX } from '../../../lib/protocol/hosting';
import type { Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Clock } from '../../platform/clock';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { transactOnce } from '../../platform/idempotency';
import { placeHolds, releaseHolds, takeTurns } from '../ledger/ledger';
import type { HostingPlan, HostingTerms } from '../registry/registry';
import { type Book, findBook } from './hosting.books.repository';
import { toEnded } from './hosting.events';
import * as repository from './hosting.positions.repository';
import { type ListFills, readBookDays, readBookEntries, readBookOrders, readOpenBook } from './hosting.record';
import { availableOf, HOSTING_ASSET, keyOf, toHold } from './hosting.postings';
import { versionOf } from './hosting.terms';

type Owner = { userId: string; mode: Mode };
type Caller = Owner & { sessionId: string };
/** Asks the person behind a session to confirm; throws unless they did. */
export type Confirm = (tx: Tx, caller: Caller, about: { amount: string }) => Promise<void>;
export type ReadPlans = () => HostingTerms & { version: number };
/** A plan with its book: `left` is what can still be put in. */
export type OfferedPlan = HostingPlan & { book: Book; left: bigint };
/** `terms`: the version that the screen showed, left out where it showed none. */
type SubscribeInput = { plan: string; amount: string; coin: string; terms?: string | undefined; requestId: string };
export type HostingService = ReturnType<typeof createHostingService>;

const SCALE = 8;
/** Real money of this value or more (10,000 USDT), with all that was put in within the last day, is hosted after a confirmation. */
const CONFIRMED_FROM = 10_000n * 10n ** 8n;
const CONFIRMED_WITHIN_MS = 86_400_000;

/** Subscribing to a plan, leaving it, and reading both. Valuations are done by `hosting.job.ts`. */
export function createHostingService(
  { db, clock, events, env }: Pick<Platform, 'db' | 'clock' | 'events' | 'env'>,
  { readPlans, confirm, listFills }: { readPlans: ReadPlans; confirm: Confirm; listFills: ListFills },
) {
  const readOffer = createOffer(readPlans, env);
  const listPlans = () => readOffer().plans;

  async function subscribeOnce(tx: Tx, { sessionId, ...owner }: Caller, input: SubscribeInput): Promise<repository.Position> {
    // Once: what is published while this one waits for its turn is another version.
    const { plans, openMax, version } = readOffer();
    const plan = plans.find(({ id }) => String(id) === input.plan);
    if (plan === undefined || input.coin.toUpperCase() !== HOSTING_ASSET) throw new DomainError('STAKING_TERM_UNKNOWN');
    const principal = readAmount(plan, input.amount);
    const available = availableOf(owner);
    const balances = await takeTurns(tx, [available]);
    const open = await repository.readOpen(tx, { ...owner, since: clock.now() - CONFIRMED_WITHIN_MS });
    if (open.count >= openMax) {
      throw new DomainError('STAKING_OPEN_TOO_MANY', { params: { max: String(openMax) } });
    }
    if ((balances.get(available) ?? 0n) < principal) throw new DomainError('INSUFFICIENT_BALANCE', { params: { asset: HOSTING_ASSET } });
    const book = await takeRoom(tx, { plan, mode: owner.mode, principal, terms: input.terms });
    if (owner.mode === 'real' && principal + open.asked >= CONFIRMED_FROM) {
      await confirm(tx, { ...owner, sessionId }, { amount: `${input.amount} ${HOSTING_ASSET}` });
    }
    const at = clock.now();
    const position = await repository.insertPosition(tx, {
      ...owner,
      book: book.id,
      plan: plan.id,
      version,
      principal,
      days: plan.days,
      dayMs: plan.dayMs,
      feeRate: toFraction(plan.feeRate),
      exitRate: toFraction(plan.exitRate),
      settledDay: book.day,
      askedAt: at,
    });
    await placeHolds(tx, [toHold(position, Math.max(at, book.nextAt ?? at))], { at });
    return position;
  }

  const tellAccount = (owner: Owner) => events.publish({ kind: 'account', ...owner, changed: ['balances', 'staking'], market: null });

  return {
    listPlans,
    /** Plans that have a book in this mode, with what can still be put in. */
    async listOffered(mode: Mode): Promise<OfferedPlan[]> {
      const offered: OfferedPlan[] = [];
      for (const plan of listPlans()) {
        const book = await findBook(db.read, { plan: plan.id, mode });
        if (book === null) continue;
        const left = toUnits(plan.quota, SCALE) - (await repository.sumHosted(db.read, book.id));
        offered.push({ ...plan, book, left: left > 0n && book.state === 'live' ? left : 0n });
      }
      return offered;
    },

    /** Returns when the amount begins to earn. @throws the codes of call 33 */
    async subscribe(caller: Caller, { requestId, ...asked }: SubscribeInput): Promise<{ id: string }> {
      const owner: Owner = { userId: caller.userId, mode: caller.mode };
      const answer = await transactOnce(db, { ...owner, call: 'hosting.subscribe', requestId, input: asked }, async (tx) => {
        const { id } = await subscribeOnce(tx, caller, { ...asked, requestId });
        return { id };
      });
      tellAccount(owner);
      return answer;
    },

    /** `returned` is what is back already, null when it comes at the next valuation. @throws the codes of call 37 */
    async leave(owner: Owner, { id, requestId }: { id: string; requestId: string }): Promise<{ returned: string | null }> {
      const answer = await transactOnce(db, { ...owner, call: 'hosting.leave', requestId, input: { id } }, async (tx) => {
        const { state, returned } = await leaveOnce(tx, owner, { id, clock });
        return { returned: state === 'cancelled' ? fromUnits(returned, SCALE) : null };
      });
      tellAccount(owner);
      return answer;
    },

    list: (owner: Owner, filter: { isOver: boolean | null; page: number }) => repository.listPositions(db.read, { ...owner, ...filter }),
    /** Returns the newest days of each of these amounts. */
    listDays: (positions: readonly string[]) => repository.listDays(db.read, { positions, limit: HOSTED_DAYS_MAX }),
    sum: (owner: Owner) => repository.sumPositions(db.read, owner),
    findBook: (plan: number, mode: Mode) => findBook(db.read, { plan, mode }),
    /** @throws STAKING_TERM_UNKNOWN for a plan without a book in this mode */
    readBook: (plan: number, mode: Mode) => readOpenBook(db.read, { plan, mode }),
    /** @throws STAKING_TERM_UNKNOWN */
    readOrders: (about: { plan: number; mode: Mode; before: string | null }) => readBookOrders(db.read, about),
    /** @throws STAKING_TERM_UNKNOWN */
    readDays: (about: { plan: number; mode: Mode; before: number | null }) => readBookDays(db.read, about),
    /** @throws STAKING_TERM_UNKNOWN */
    readEntries: (about: Parameters<typeof readBookEntries>[1]) => readBookEntries(db.read, about, listFills),
  };
}

/** Returns what reads the plans that are offered: those of a sandbox in a sandbox alone. */
function createOffer(readPlans: ReadPlans, { sandbox }: { sandbox: boolean }): ReadPlans {
  return () => {
    const { plans, ...rest } = readPlans();
    return { ...rest, plans: plans.filter(({ isSandbox }) => sandbox || !isSandbox) };
  };
}

type Room = { plan: HostingPlan; mode: Mode; principal: bigint; terms: string | undefined };

/**
 * Returns the book of a plan, locked: everybody's subscriptions to it take turns at its quota.
 * @throws STAKING_TERM_UNKNOWN, HOSTING_TERMS_CHANGED, HOSTING_STOPPED, HOSTING_QUOTA_FULL
 */
async function takeRoom(tx: Tx, { plan, mode, principal, terms }: Room): Promise<Book> {
  const book = await findBook(tx, { plan: plan.id, mode }, true);
  if (book === null) throw new DomainError('STAKING_TERM_UNKNOWN');
  if (terms !== undefined && terms !== versionOf(plan, book)) throw new DomainError('HOSTING_TERMS_CHANGED');
  if (book.state !== 'live') throw new DomainError('HOSTING_STOPPED');
  const left = toUnits(plan.quota, SCALE) - (await repository.sumHosted(tx, book.id));
  if (left < principal) {
    throw new DomainError('HOSTING_QUOTA_FULL', { params: { left: fromUnits(left > 0n ? left : 0n, SCALE), asset: HOSTING_ASSET } });
  }
  return book;
}

/** @throws AMOUNT_INVALID, AMOUNT_PRECISION, STAKING_AMOUNT_TOO_SMALL, STAKING_AMOUNT_TOO_LARGE */
function readAmount(plan: HostingPlan, typed: string): bigint {
  const amount = toUnits(typed, SCALE);
  if (amount < toUnits(plan.amountMin, SCALE)) {
    throw new DomainError('STAKING_AMOUNT_TOO_SMALL', { params: { min: plan.amountMin, asset: HOSTING_ASSET } });
  }
  if (amount > toUnits(plan.amountMax, SCALE)) {
    throw new DomainError('STAKING_AMOUNT_TOO_LARGE', { params: { max: plan.amountMax, asset: HOSTING_ASSET } });
  }
  return amount;
}

/** What hasn't begun is given back at once; anything else leaves at the next valuation to begin, also while one is settled. */
async function leaveOnce(tx: Tx, owner: Owner, { id, clock }: { id: string; clock: Clock }): Promise<repository.Position> {
  const seen = await repository.findPosition(tx, { ...owner, id });
  if (seen === null) throw new DomainError('STAKING_NOT_FOUND');
  // The book first, as a valuation locks it.
  const book = await findBook(tx, { plan: seen.plan, mode: seen.mode }, true);
  const position = await repository.findPosition(tx, { ...owner, id }, true);
  if (book === null || position === null) throw new DomainError('STAKING_NOT_FOUND');
  // A valuation may have held the book: what is over by now is over.
  const at = clock.now();
  if (position.state === 'pending' && !(book.isSettling && position.settledDay < book.day)) {
    const over: repository.Position = { ...position, state: 'cancelled', returned: position.principal, endedAt: at };
    await repository.updatePositions(tx, [over]);
    await releaseHolds(tx, [keyOf(over)], { at });
    await appendEvents(tx, [toEnded(over, at)]);
    return over;
  }
  if (position.state !== 'running' || (position.endsAt ?? 0) <= at) throw new DomainError('STAKING_OVER');
  const leaving: repository.Position = { ...position, state: 'leaving' };
  await repository.updatePositions(tx, [leaving]);
  return leaving;
}
