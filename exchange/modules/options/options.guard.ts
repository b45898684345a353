import type { GuardWire } from '../../../lib/protocol/options';
import type { DecimalString, GuardedProduct, Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits, mulDiv, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { runOnce } from '../../platform/idempotency';
import { getAssetScale } from '../ledger/ledger';
import { countLosers, type Guard, type Limits, readGuard, readRecord, sumDay, writeConsent, writeLimits } from './options.guard.repository';
import { LIMIT_WAIT_MS, OPTION_ASSET, OPTION_RECORD_LENGTH, OPTIONS_OPEN_MAX } from './options.terms';
import { formatMoney } from './options.wire';

const DAY_MS = 86_400_000;
/** The losing share runs over every account: counted at most once in this time. */
const SHARE_KEPT_MS = 60_000;
const SHARE_DECIMALS = 4;

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

/** Says where seconds contracts are offered: on the demo account everywhere, on the real one in the countries that the operator lists. */
export function isOffered(input: { mode: Mode; country: string | null; countries: readonly string[] }): boolean {
  return input.mode === 'demo' || (input.country !== null && input.countries.includes(input.country));
}

/** A looser limit is a higher one, or none. */
function isLooser(wanted: bigint | null, current: bigint | null): boolean {
  return current !== null && (wanted === null || wanted > current);
}

/** Returns limits after a change at `now`: what is tighter holds at once, what is looser after the wait. */
export function changeLimits(current: Limits, wanted: Limits, now: number): Pick<Guard, 'limits' | 'waiting'> {
  const limits = {
    stakeMax: isLooser(wanted.stakeMax, current.stakeMax) ? current.stakeMax : wanted.stakeMax,
    lossDayMax: isLooser(wanted.lossDayMax, current.lossDayMax) ? current.lossDayMax : wanted.lossDayMax,
  };
  const isWaiting = limits.stakeMax !== wanted.stakeMax || limits.lossDayMax !== wanted.lossDayMax;
  return { limits, waiting: isWaiting ? { ...wanted, from: now + LIMIT_WAIT_MS } : null };
}

/** Consent and limits: what stands between a user and the purchase, enforced in the purchase's own transaction. */
export function createGuardService({ db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>, perpetual: ProductRisk = NO_RISK) {
  const scale = getAssetScale(OPTION_ASSET);
  const shares = new Map<string, { at: number; share: DecimalString }>();
  const startOfDay = () => clock.now() - (clock.now() % DAY_MS);
  // No country of a user is known before verification exists.
  const offered = ({ mode }: Owner) => isOffered({ mode, country: null, countries: env.optionCountries });

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

  /** Limits hold for all products together. */
  async function sumAll(tx: Tx, owner: Owner): Promise<{ lost: bigint; atRisk: bigint; open: number }> {
    const own = await sumDay(tx, owner, startOfDay());
    const other = await perpetual.sumDay(tx, owner, startOfDay());
    return { lost: own.lost + other.lost, atRisk: own.atRisk + other.atRisk, open: own.open };
  }

  async function readState(tx: Tx, owner: Owner, product: GuardedProduct): Promise<GuardWire> {
    const guard = await readGuard(tx, owner, clock.now(), product);
    const day = await sumAll(tx, owner);
    const record = await (product === 'option' ? readRecord : perpetual.readRecord)(tx, owner, OPTION_RECORD_LENGTH);
    const show = ({ stakeMax, lossDayMax }: Limits) => ({
      stake_max: stakeMax === null ? null : formatMoney(stakeMax),
      loss_day_max: lossDayMax === null ? null : formatMoney(lossDayMax),
    });
    return {
      // Only binary options are tied to countries.
      offered: product === 'perpetual' || offered(owner),
      accepted: guard.acceptedAt,
      losing_share: await readShare(tx, owner.mode, product),
      limits: show(guard.limits),
      waiting: guard.waiting === null ? null : { ...show(guard.waiting), at: guard.waiting.from },
      loss_today: formatMoney(day.lost > 0n ? day.lost : 0n),
      record: { ...record, profit: formatMoney(record.profit) },
    };
  }

  function requireOffered(owner: Owner): void {
    if (!offered(owner)) throw new DomainError('OPTION_NOT_OFFERED_HERE');
  }

  return {
    requireOffered,

    read: (owner: Owner, product: GuardedProduct = 'option') => readState(db.read, owner, product),

    /** @throws OPTION_NOT_OFFERED_HERE, DUPLICATE_REQUEST */
    accept(owner: Owner, requestId: string, product: GuardedProduct = 'option'): Promise<GuardWire> {
      if (product === 'option') requireOffered(owner);
      return db.transaction((tx) =>
        runOnce(tx, { ...owner, call: 'x.optionConsent', requestId, input: product === 'option' ? {} : { product } }, async () => {
          await writeConsent(tx, owner, { product, at: clock.now(), share: await readShare(tx, owner.mode, product) });
          return readState(tx, owner, product);
        }),
      );
    },

    /** A limit of null is none. @throws AMOUNT_PRECISION, DUPLICATE_REQUEST */
    setLimits(owner: Owner, input: { stakeMax: string | null; lossDayMax: string | null; requestId: string }): Promise<GuardWire> {
      const { requestId, ...asked } = input;
      const wanted = {
        stakeMax: asked.stakeMax === null ? null : toUnits(asked.stakeMax, scale),
        lossDayMax: asked.lossDayMax === null ? null : toUnits(asked.lossDayMax, scale),
      };
      return db.transaction((tx) =>
        runOnce(tx, { ...owner, call: 'x.optionLimits', requestId, input: asked }, async () => {
          const now = clock.now();
          const { limits } = await readGuard(tx, owner, now);
          await writeLimits(tx, owner, changeLimits(limits, wanted, now));
          return readState(tx, owner, 'option');
        }),
      );
    },

    /**
     * Refuses a purchase that consent or limits forbid. The user's balance is locked by the caller, so purchases of one user take turns.
     * @throws OPTION_CONSENT_REQUIRED, OPTION_STAKE_LIMIT, OPTION_LOSS_LIMIT, OPTIONS_OPEN_TOO_MANY
     */
    async check(tx: Tx, owner: Owner, stake: bigint, product: GuardedProduct = 'option'): Promise<void> {
      const { acceptedAt, limits } = await readGuard(tx, owner, clock.now(), product);
      if (acceptedAt === null) throw new DomainError('OPTION_CONSENT_REQUIRED');
      const { lost, atRisk, open } = await sumAll(tx, owner);
      if (product === 'option' && open >= OPTIONS_OPEN_MAX)
        throw new DomainError('OPTIONS_OPEN_TOO_MANY', { params: { max: String(OPTIONS_OPEN_MAX) } });
      if (limits.stakeMax !== null && stake > limits.stakeMax) {
        throw new DomainError('OPTION_STAKE_LIMIT', { params: { limit: formatMoney(limits.stakeMax) } });
      }
      // Whatever runs counts as lost until it is settled: five contracts at once can't get around the limit.
      if (limits.lossDayMax !== null && lost + atRisk + stake > limits.lossDayMax) {
        throw new DomainError('OPTION_LOSS_LIMIT', { params: { limit: formatMoney(limits.lossDayMax) } });
      }
    },
  };
}
