import { calculateWait, formatDailyPercent, toRate } from '../../../lib/rules/staking';
import type { Mode, StakingState } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { transactOnce } from '../../platform/idempotency';
import { getAssetScale, placeHolds, sumJournalsSince, takeTurns } from '../ledger/ledger';
import { poolAddress, readCover, reservePools } from '../pools/pools';
import type { StakingTerm, StakingTerms } from '../registry/registry';
import { calculateLeft, planPosition, readBounds, readRate } from './earn.begin';
import { toBegun, toShortTerm } from './earn.events';
import { availableOf, poolOf, STAKING_CODES, SUM_MS, sumTurn, toHold, toReservation } from './earn.postings';
import { redeemPosition } from './earn.redeem';
import { createRenewalSwitch, type LargeSum, type Offer } from './earn.renewal';
import * as repository from './earn.repository';
import { sumBegun } from './earn.sums.repository';
import { versionOf } from './earn.terms';

type Owner = { userId: string; mode: Mode };
type Caller = Owner & { sessionId: string };
/** Asks the person behind a session to confirm; throws unless they did. */
export type Confirm = (tx: Tx, caller: Caller, about: { amount: string }) => Promise<void>;
/** Returns the value of an amount in USDT base units. */
export type ToUsdtValue = (asset: string, units: bigint) => bigint;
/** `amount` in the term's asset; `rate` is what the screen said, in percent a day, `terms` the version that it showed; both left out where it showed none. */
export type SubscribeInput = { term: string; amount: string; coin: string; rate?: string; terms?: string | undefined; requestId: string };
export type ReadTerms = () => StakingTerms & { version: number };
/** A term as it is offered now: `left` is what its pool can still take on at the term's best rate, `waitMs` how long a new position waits, `until` (ms) the end of what is covered. */
export type OfferedTerm = StakingTerm & { left: bigint; waitMs: number; until: number | null };
export type EarnService = ReturnType<typeof createEarnService>;

/** Real money of this value or more (10,000 USDT), with all that was begun within the last day, is staked after a confirmation. */
const CONFIRMED_FROM = 10_000n * 10n ** 8n;
const DAY_MS = 86_400_000;

/** Returns what is offered now: terms of a sandbox in a sandbox alone. */
export function listOffer(readTerms: ReadTerms, { sandbox }: { sandbox: boolean }): Offer {
  const { terms, version } = readTerms();
  return { terms: terms.filter(({ isSandbox }) => sandbox || !isSandbox), version };
}

/** Subscribing to a term, leaving it, and reading both. What is due of a position is done by `earn.accrual.ts`. */
export function createEarnService(
  { db, clock, events, env }: Pick<Platform, 'db' | 'clock' | 'events' | 'env'>,
  { readTerms, toUsdtValue, confirm }: { readTerms: ReadTerms; toUsdtValue: ToUsdtValue; confirm: Confirm },
) {
  const listTerms = () => listOffer(readTerms, env).terms;
  const confirmLarge = createConfirming({ toUsdtValue, confirm });

  async function subscribeOnce(tx: Tx, { sessionId, ...owner }: Caller, input: SubscribeInput): Promise<repository.Position> {
    // Once: what is published while this one waits for its turn is another version.
    const published = readTerms();
    const { terms, version } = listOffer(() => published, env);
    const term = requireTerm(terms, input);
    const { principal, rate } = readAmount(term, input);
    const asset = term.coin;
    const addresses = { user: availableOf({ ...owner, asset }), pool: poolAddress(poolOf({ ...owner, asset })) };
    // A person's subscriptions take turns, whatever their asset, and everybody's take turns at what the pool can promise.
    const balances = await takeTurns(tx, [...Object.values(addresses), sumTurn(owner)]);
    if ((await repository.countOpen(tx, owner)) >= published.openMax) {
      throw new DomainError('STAKING_OPEN_TOO_MANY', { params: { max: String(published.openMax) } });
    }
    if ((balances.get(addresses.user) ?? 0n) < principal) throw new DomainError('INSUFFICIENT_BALANCE', { params: { asset } });
    const at = clock.now();
    const startsAt = at + (await readWait(tx, term, owner.mode, at));
    const planned = planPosition(term, { ...owner, version, principal, rate, at, startsAt, renews: false });
    const free = balances.get(addresses.pool) ?? 0n;
    if (free < planned.total) {
      const left = fromUnits(calculateLeft(term, free), getAssetScale(asset));
      throw new DomainError('STAKING_POOL_EXHAUSTED', { params: { left, asset } });
    }
    const begun = await sumBegun(tx, { ...owner, since: at - SUM_MS });
    await confirmLarge(tx, { ...owner, sessionId }, { asset, principal, begun });
    const [position] = await repository.insertPositions(tx, [planned]);
    if (position === undefined) throw new Error('a position was not inserted');
    const journals = position.total > 0n ? await reservePools(tx, [toReservation(position)], at) : [];
    await placeHolds(tx, [toHold(position)], { at, journals });
    await appendEvents(tx, [toBegun(position), ...toShortTerm(position)]);
    return position;
  }

  const tellAccount = (owner: Owner) => events.publish({ kind: 'account', ...owner, changed: ['balances', 'staking'], market: null });

  return {
    /** Terms as they are offered now, with what each pool can still take on. */
    async listOffered(mode: Mode): Promise<OfferedTerm[]> {
      const covers = new Map<string, Awaited<ReturnType<typeof readCover>>>();
      const offered: OfferedTerm[] = [];
      for (const term of listTerms()) {
        const cover = covers.get(term.coin) ?? (await readCover(db.read, poolOf({ mode, asset: term.coin })));
        covers.set(term.coin, cover);
        const waitMs = await readWait(db.read, term, mode, clock.now());
        offered.push({ ...term, left: calculateLeft(term, cover.free), waitMs, until: cover.until });
      }
      return offered;
    },

    /** @throws the codes of call 33 */
    async subscribe(caller: Caller, input: SubscribeInput): Promise<{ id: string; endsAt: number }> {
      const { requestId, ...asked } = input;
      const owner: Owner = { userId: caller.userId, mode: caller.mode };
      const answer = await transactOnce(db, { ...owner, call: 'staking.subscribe', requestId, input: asked }, async (tx) => {
        const { id, endsAt } = await subscribeOnce(tx, caller, input);
        return { id, endsAt };
      });
      tellAccount(owner);
      return answer;
    },

    /** Returns what came back and what was given up, as decimals. @throws the codes of call 37 */
    async redeem(owner: Owner, { id, requestId }: { id: string; requestId: string }) {
      const answer = await transactOnce(db, { ...owner, call: 'staking.redeem', requestId, input: { id } }, async (tx) => {
        const { asset, principal, forfeited, state, nextAt } = await redeemPosition(tx, owner, { id, clock });
        const show = (units: bigint) => fromUnits(units, getAssetScale(asset));
        return { asset, returned: show(principal - forfeited), forfeited: show(forfeited), at: state === 'leaving' ? nextAt : null };
      });
      tellAccount(owner);
      return answer;
    },

    /** Says whether a running position is renewed at its end. */
    switchRenewal: createRenewalSwitch({ db, clock, events, confirmLarge }),

    list: (owner: Owner, filter: { states: readonly StakingState[]; page: number }) =>
      repository.listPositions(db.read, { ...owner, ...filter }),
    /** Rates of the fixed terms in USDT, in percent a day, with their days and amounts. */
    listRates: () =>
      listTerms().flatMap(({ kind, coin, days, dayMs, amountMin, amountMax, rateMin, rateMax }) =>
        kind === 'term' && coin === 'USDT' && dayMs === DAY_MS
          ? [{ days, amountMin, amountMax, rateMin: formatDailyPercent(toRate(rateMin)), rateMax: formatDailyPercent(toRate(rateMax)) }]
          : [],
      ),
    sumStaked: (owner: Owner) => repository.sumStaked(db.read, owner),
    /** What staking has earned and kept, by asset: interest less what leaving early gave up, from the ledger's kept sums of each day. */
    sumEarned: (owner: Owner) => sumJournalsSince(db.read, { ...owner, codes: Object.keys(STAKING_CODES), dayStart: 0 }),
  };
}

/** Returns what asks for a confirmation where a sum of real money is large; `begun` is what counts with it, by asset. */
function createConfirming({ toUsdtValue, confirm }: { toUsdtValue: ToUsdtValue; confirm: Confirm }) {
  return async (tx: Tx, caller: Caller, { asset, principal, begun }: LargeSum): Promise<void> => {
    const value = [...begun].reduce((sum, [other, units]) => sum + toUsdtValue(other, units), toUsdtValue(asset, principal));
    if (caller.mode !== 'real' || value < CONFIRMED_FROM) return;
    await confirm(tx, caller, { amount: `${fromUnits(principal, getAssetScale(asset))} ${asset}` });
  };
}

/** Reads what was typed, and the rate that it gets. @throws AMOUNT_INVALID, AMOUNT_PRECISION, STAKING_AMOUNT_TOO_SMALL, _TOO_LARGE, STAKING_PLACES, STAKING_TERMS_CHANGED */
function readAmount(term: StakingTerm, input: SubscribeInput): { principal: bigint; rate: bigint } {
  const scale = getAssetScale(term.coin);
  const { amountMin, amountMax } = readBounds(term);
  const principal = toUnits(input.amount, scale);
  const asset = term.coin;
  if (principal < amountMin) throw new DomainError('STAKING_AMOUNT_TOO_SMALL', { params: { min: term.amountMin, asset } });
  if (principal > amountMax) throw new DomainError('STAKING_AMOUNT_TOO_LARGE', { params: { max: term.amountMax, asset } });
  if (term.place !== null && principal % toUnits(term.place, scale) !== 0n) {
    throw new DomainError('STAKING_PLACES', { params: { place: term.place, asset } });
  }
  const rate = readRate(term, principal);
  const isOtherRate = input.rate !== undefined && input.rate !== formatDailyPercent(rate);
  if (isOtherRate || (input.terms !== undefined && input.terms !== versionOf(term))) throw new DomainError('STAKING_TERMS_CHANGED');
  return { principal, rate };
}

/** Returns how long a new position waits, in ms. */
async function readWait(tx: Tx, term: StakingTerm, mode: Mode, now: number): Promise<number> {
  const queued = term.perDay === null ? 0n : await repository.sumWaiting(tx, { kind: term.kind, mode, now });
  const perDay = term.perDay === null ? null : toUnits(term.perDay, getAssetScale(term.coin));
  return calculateWait({ waitDays: term.waitDays, perDay, queued, dayMs: term.dayMs });
}

function requireTerm(terms: readonly StakingTerm[], { term: id, coin }: SubscribeInput): StakingTerm {
  const term = terms.find((candidate) => String(candidate.id) === id && candidate.coin === coin.toUpperCase());
  if (term === undefined) throw new DomainError('STAKING_TERM_UNKNOWN');
  return term;
}
