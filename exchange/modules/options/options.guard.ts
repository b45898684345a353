import type { GuardWire } from '../../../lib/protocol/options';
import {
  type DecimalString,
  type GuardedProduct,
  type Mode,
  OPTION_LIMITS,
  type OptionBreak,
  type OptionLimit,
} from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits, mulDiv, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { runOnce } from '../../platform/idempotency';
import { getAssetScale } from '../ledger/ledger';
import { changeLimit, startsOf } from './options.guard.math';
import {
  countLosers,
  findConsent,
  insertConsent,
  type Limits,
  lockPerson,
  readLimits,
  readPerson,
  readRecord,
  sumUsage,
  type Usage,
  updatePerson,
  writeLimits,
} from './options.guard.repository';
import { OPTION_ASSET, OPTION_RECORD_LENGTH, OPTION_TEST_KEY, OPTIONS_OPEN_MAX, TEST_WAIT_MS } from './options.terms';
import { formatMoney } from './options.wire';

const DAY_MS = 86_400_000;
/** The losing share runs over every account: counted at most once in this time. */
const SHARE_KEPT_MS = 60_000;
const SHARE_DECIMALS = 4;
const PERIODS = ['day', 'week', 'month'] as const;

/** What the limits and the disclosure need to know of a product that another module keeps. Money in base units of USDT. */
export type ProductRisk = {
  countLosers(tx: Tx, mode: Mode): Promise<{ losing: number; all: number }>;
  /** Lost since `since` (ms) less what was won, and what is at risk now. */
  sumDay(tx: Tx, owner: Owner, since: number): Promise<{ lost: bigint; atRisk: bigint }>;
  readRecord(tx: Tx, owner: Owner, length: number): Promise<{ count: number; right: number; profit: bigint }>;
};
const NO_RISK: ProductRisk = {
  countLosers: () => Promise.resolve({ losing: 0, all: 0 }),
  sumDay: () => Promise.resolve({ lost: 0n, atRisk: 0n }),
  readRecord: () => Promise.resolve({ count: 0, right: 0, profit: 0n }),
};

export type Owner = { userId: string; mode: Mode };
/** Decimals as asked; null is no limit. */
export type AskedLimits = Record<OptionLimit, string | null>;

/** Says where seconds contracts are offered: on the demo account everywhere, on the real one in the countries that the operator lists. */
export function isOffered(input: { mode: Mode; country: string | null; countries: readonly string[] }): boolean {
  return input.mode === 'demo' || (input.country !== null && input.countries.includes(input.country));
}

/** Consent, test, breaks and limits: what stands between a user and the purchase, enforced in the purchase's own transaction. */
export function createGuardService({ db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>, perpetual: ProductRisk = NO_RISK) {
  const scale = getAssetScale(OPTION_ASSET);
  const shares = new Map<string, { at: number; share: DecimalString }>();
  // No country of a user is known before verification exists.
  const offered = ({ mode }: Owner) => isOffered({ mode, country: null, countries: env.optionCountries });

  function requireOffered(owner: Owner): void {
    if (!offered(owner)) throw new DomainError('OPTION_NOT_OFFERED_HERE');
  }

  async function readShare(tx: Tx, mode: Mode, product: GuardedProduct): Promise<DecimalString | null> {
    const key = `${product} ${mode}`;
    const kept = shares.get(key);
    const now = clock.now();
    if (kept !== undefined && now >= kept.at && now - kept.at < SHARE_KEPT_MS) return kept.share;
    const { losing, all } = await (product === 'option' ? countLosers(tx, mode) : perpetual.countLosers(tx, mode));
    // Rounded up: the warning is never milder than what happened.
    const share = all === 0 ? null : fromUnits(mulDiv(BigInt(losing), 10n ** BigInt(SHARE_DECIMALS), BigInt(all), 'up'), SHARE_DECIMALS);
    // The first settled contract of all is worth looking for each time.
    if (share !== null) shares.set(key, { at: now, share });
    return share;
  }

  /** Limits hold for all products together: what perpetual positions lost and have at risk counts as well. */
  async function sumAll(tx: Tx, owner: Owner, now: number): Promise<Usage> {
    const usage = await sumUsage(tx, owner, now);
    const starts = startsOf(now);
    for (const period of PERIODS) {
      const other = await perpetual.sumDay(tx, owner, starts[period]);
      usage[`loss_${period}`] += other.lost;
      if (period === 'day') usage.atRisk += other.atRisk;
    }
    return usage;
  }

  async function readState(tx: Tx, owner: Owner, product: GuardedProduct): Promise<GuardWire> {
    const now = clock.now();
    const limits = await readLimits(tx, owner, now);
    const { testPassedAt, testFailedAt, pausedUntil } = await readPerson(tx, owner.userId);
    const { loss_day: lost } = await sumAll(tx, owner, now);
    const record = await (product === 'option' ? readRecord : perpetual.readRecord)(tx, owner, OPTION_RECORD_LENGTH);
    const next = testPassedAt === null && testFailedAt !== null && testFailedAt + TEST_WAIT_MS > now ? testFailedAt + TEST_WAIT_MS : null;
    return {
      // Only binary options are tied to countries.
      offered: product === 'perpetual' || offered(owner),
      accepted: await findConsent(tx, owner, product),
      test: { passed: testPassedAt, next },
      paused_until: pausedUntil !== null && pausedUntil > now ? pausedUntil : null,
      losing_share: await readShare(tx, owner.mode, product),
      limits: OPTION_LIMITS.map((kind) => showLimit(kind, limits)),
      loss_today: formatMoney(lost > 0n ? lost : 0n),
      record: { ...record, profit: formatMoney(record.profit) },
    };
  }

  /** Runs a change of the guard once, alone among those of this user, and answers with what holds afterwards. */
  function change(
    owner: Owner,
    request: { call: string; requestId: string; input: unknown },
    run: (tx: Tx) => Promise<void>,
    product: GuardedProduct = 'option',
  ) {
    return db.transaction((tx) =>
      runOnce(tx, { ...owner, ...request }, async () => {
        await lockPerson(tx, owner.userId);
        await run(tx);
        return readState(tx, owner, product);
      }),
    );
  }

  return {
    requireOffered,

    read: (owner: Owner, product: GuardedProduct = 'option'): Promise<GuardWire> => readState(db.read, owner, product),

    /** @throws OPTION_NOT_OFFERED_HERE, DUPLICATE_REQUEST */
    async accept(owner: Owner, requestId: string, product: GuardedProduct = 'option'): Promise<GuardWire> {
      if (product === 'option') requireOffered(owner);
      const request = { call: 'x.optionConsent', requestId, input: product === 'option' ? {} : { product } };
      return change(
        owner,
        request,
        async (tx) => insertConsent(tx, owner, { product, at: clock.now(), share: await readShare(tx, owner.mode, product) }),
        product,
      );
    },

    /** A failed try is kept, so that the wait holds; a passed test stays passed. @throws OPTION_NOT_OFFERED_HERE, OPTION_TEST_LATER, DUPLICATE_REQUEST */
    async takeTest(owner: Owner, { answers, requestId }: { answers: string; requestId: string }): Promise<GuardWire> {
      requireOffered(owner);
      return change(owner, { call: 'x.optionTest', requestId, input: { answers } }, async (tx) => {
        const now = clock.now();
        const person = await readPerson(tx, owner.userId);
        if (person.testPassedAt !== null) return;
        if (person.testFailedAt !== null && now < person.testFailedAt + TEST_WAIT_MS) throw new DomainError('OPTION_TEST_LATER');
        const isPassed = answers === OPTION_TEST_KEY;
        await updatePerson(tx, owner.userId, isPassed ? { ...person, testPassedAt: now } : { ...person, testFailedAt: now });
      });
    },

    /** Begins a break of so many days on both accounts; one that lasts longer already stays. @throws DUPLICATE_REQUEST */
    async pause(owner: Owner, { days, requestId }: { days: OptionBreak; requestId: string }): Promise<GuardWire> {
      return change(owner, { call: 'x.optionPause', requestId, input: { days } }, async (tx) => {
        const person = await readPerson(tx, owner.userId);
        const until = clock.now() + Number(days) * DAY_MS;
        await updatePerson(tx, owner.userId, { ...person, pausedUntil: Math.max(until, person.pausedUntil ?? 0) });
      });
    },

    /** Sets all limits. @throws AMOUNT_PRECISION, DUPLICATE_REQUEST */
    async setLimits(owner: Owner, { asked, requestId }: { asked: AskedLimits; requestId: string }): Promise<GuardWire> {
      const wanted = OPTION_LIMITS.map((kind) => ({ kind, max: asked[kind] === null ? null : toUnits(asked[kind], scale) }));
      return change(owner, { call: 'x.optionLimits', requestId, input: asked }, async (tx) => {
        const now = clock.now();
        const before = await readLimits(tx, owner, now);
        const after = wanted.map(({ kind, max }) => [kind, changeLimit(before[kind], max, now)]);
        await writeLimits(tx, owner, Object.fromEntries(after) as Limits);
      });
    },

    /**
     * Refuses a purchase that consent, test, break or limits forbid. The user's balance is locked by the caller, so purchases of one user
     * take turns.
     * @throws OPTION_PAUSED, OPTION_CONSENT_REQUIRED, OPTION_TEST_REQUIRED, OPTION_STAKE_LIMIT, OPTION_LOSS_LIMIT, OPTIONS_OPEN_TOO_MANY
     */
    async check(tx: Tx, owner: Owner, stake: bigint, product: GuardedProduct = 'option'): Promise<void> {
      const now = clock.now();
      const { testPassedAt, pausedUntil } = await readPerson(tx, owner.userId);
      if (pausedUntil !== null && pausedUntil > now) throw new DomainError('OPTION_PAUSED');
      if ((await findConsent(tx, owner, product)) === null) throw new DomainError('OPTION_CONSENT_REQUIRED');
      // The questions of the test are about seconds contracts.
      if (product === 'option' && testPassedAt === null) throw new DomainError('OPTION_TEST_REQUIRED');
      const limits = await readLimits(tx, owner, now);
      const usage = await sumAll(tx, owner, now);
      if (product === 'option' && usage.open >= OPTIONS_OPEN_MAX)
        throw new DomainError('OPTIONS_OPEN_TOO_MANY', { params: { max: String(OPTIONS_OPEN_MAX) } });
      refuseAbove('OPTION_STAKE_LIMIT', stake, limits.stake.max);
      for (const period of PERIODS) {
        // Stakes are those of seconds contracts; a margin comes back, so only its loss adds up.
        if (product === 'option') refuseAbove('OPTION_STAKE_LIMIT', usage[`stake_${period}`] + stake, limits[`stake_${period}`].max);
        // Whatever runs counts as lost until it is settled: five contracts at once can't get around the limit.
        refuseAbove('OPTION_LOSS_LIMIT', usage[`loss_${period}`] + usage.atRisk + stake, limits[`loss_${period}`].max);
      }
    },
  };
}

function showLimit(kind: OptionLimit, limits: Limits): GuardWire['limits'][number] {
  const show = (units: bigint | null) => (units === null ? null : formatMoney(units));
  const { max, later } = limits[kind];
  return { kind, max: show(max), later: later === null ? null : { max: show(later.max), at: later.from } };
}

function refuseAbove(code: 'OPTION_STAKE_LIMIT' | 'OPTION_LOSS_LIMIT', amount: bigint, limit: bigint | null): void {
  if (limit !== null && amount > limit) throw new DomainError(code, { params: { limit: formatMoney(limit) } });
}
