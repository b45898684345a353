import type { RiskLimitsWire } from '../../../lib/protocol/risk-limits';
import { type LimitedProduct, MODES, RISK_LIMITS, type TradingBreak, type RiskLimit } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { toUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { DomainError } from '../../platform/domain-error';
import { transactOnce } from '../../platform/idempotency';
import { getAssetScale } from '../ledger/ledger';
import { breakStarted, limitsChanged } from './risk-limits.events';
import { changeLimit, isLoosened } from './risk-limits.math';
import { createOffered, type ReadCountry } from './risk-limits.offered';
import { RiskLimitsReader } from './risk-limits.reader';
import { insertConsent, type Limits, lockPerson, updatePause, writeLimits, writeTest } from './risk-limits.repository';
import type { Owner, ProductRisk } from './risk-limits.risk';
import { holdPurchases, writeOrderEnds } from './risk-limits.order-ends.repository';
import { isBeyondLimits } from './risk-limits.standing';
import { LIMITS_ASSET, TEST_KEYS, TEST_WAIT_MS } from './risk-limits.terms';

export type { Standing } from './risk-limits.standing';

const DAY_MS = 86_400_000;
const SCALE = getAssetScale(LIMITS_ASSET);

/** Decimals as asked; null is no limit. */
export type AskedLimits = Record<RiskLimit, string | null>;
type Asked = { product: LimitedProduct; requestId: string };
type Asker = Owner & { sessionId: string };
/** Asks the person behind a session to confirm; throws unless they did. */
export type ConfirmLoosening = (tx: Tx, asker: Asker) => Promise<void>;
type Given = { readCountry?: ReadCountry; confirmLoosening: ConfirmLoosening };
export type RiskLimits = ReturnType<typeof createRiskLimitsService>;

/**
 * Consent and test of each product, breaks and limits of all of them together: what stands between a user and a purchase, enforced in the
 * purchase's own transaction.
 */
export function createRiskLimitsService(
  { db, clock, env, log }: Pick<Platform, 'db' | 'clock' | 'env' | 'log'>,
  risks: Record<LimitedProduct, ProductRisk>,
  { readCountry = async () => null, confirmLoosening }: Given,
) {
  const enders: (() => Promise<unknown>)[] = [];
  const offered = createOffered({ env, readCountry });
  const reader = new RiskLimitsReader(clock, risks, offered);
  const change = createChange(db, reader);
  async function requireOffered(tx: Tx, owner: Owner, product: LimitedProduct): Promise<void> {
    if (!(await offered(tx, owner, product))) throw new DomainError('OPTION_NOT_OFFERED_HERE');
  }

  return {
    requireOffered,
    /**
     * Returns how accounts stand before a purchase, by `userId:mode`. The caller has the turns of their balances: purchases of one user are one after
     * the other.
     */
    load: (tx: Tx, owners: readonly Owner[], product: LimitedProduct) => reader.load(tx, owners, product),

    /** Calls back after a break or tighter limits, so that what they ended in the books of this process is taken out at once. */
    onOrdersEnded(ender: () => Promise<unknown>): void {
      enders.push(ender);
    },

    read: (owner: Owner, product: LimitedProduct): Promise<RiskLimitsWire> => reader.readState(db.read, owner, product),

    /** @throws OPTION_NOT_OFFERED_HERE, DUPLICATE_REQUEST */
    async accept(owner: Owner, { product, requestId }: Asked): Promise<RiskLimitsWire> {
      await requireOffered(db.read, owner, product);
      return change(owner, { call: 'x.riskLimitsConsent', product, requestId, input: {} }, async (tx) =>
        insertConsent(tx, owner, { product, at: clock.now(), share: await reader.readShare(tx, owner.mode, product) }),
      );
    },

    /** A failed try is kept, so that the wait holds; a passed test stays passed. @throws OPTION_NOT_OFFERED_HERE, TEST_LATER, DUPLICATE_REQUEST */
    async takeTest(owner: Owner, { product, answers, requestId }: Asked & { answers: string }): Promise<RiskLimitsWire> {
      await requireOffered(db.read, owner, product);
      return change(owner, { call: 'x.riskLimitsTest', product, requestId, input: { answers } }, async (tx) => {
        const now = clock.now();
        const { testPassedAt, testFailedAt } = await reader.readHold(tx, owner, product);
        if (testPassedAt !== null) return;
        if (testFailedAt !== null && now < testFailedAt + TEST_WAIT_MS) throw new DomainError('TEST_LATER');
        const isPassed = answers === TEST_KEYS[product];
        await writeTest(tx, owner.userId, { product, passedAt: isPassed ? now : null, failedAt: isPassed ? testFailedAt : now });
      });
    },

    ...createEndings({ clock, log }, { reader, change, enders, confirmLoosening }),
  };
}

/** Returns what runs a change once, alone among those of a person, and answers with what holds afterwards. */
function createChange(db: Platform['db'], reader: RiskLimitsReader) {
  return function change(
    owner: Owner,
    asked: Asked & { call: string; input: object },
    run: (tx: Tx) => Promise<void>,
    end: ((tx: Tx) => Promise<void>) | null = null,
  ): Promise<RiskLimitsWire> {
    const { product, call, requestId, input } = asked;
    return transactOnce(db, { ...owner, call, requestId, input: { ...input, product } }, async (tx) => {
      await lockPerson(tx, owner.userId);
      await run(tx);
      const state = await reader.readState(tx, owner, product);
      // Last of all, because it holds up the writers.
      await end?.(tx);
      return state;
    });
  };
}

type EndingDeps = Pick<Given, 'confirmLoosening'> & {
  reader: RiskLimitsReader;
  change: ReturnType<typeof createChange>;
  enders: readonly (() => Promise<unknown>)[];
};

/** Returns breaks and limits: what may end orders that rest. */
function createEndings({ clock, log }: Pick<Platform, 'clock' | 'log'>, { reader, change, enders, confirmLoosening }: EndingDeps) {
  /** Has those who write the books end what was ended. They also look by themselves: a failure delays it and loses nothing. */
  async function tellEnders(): Promise<void> {
    for (const ender of enders)
      await ender().catch((error: unknown) => log.warn({ err: error }, 'ended orders are taken out a moment later'));
  }

  /** Ends the resting orders of an account whose limits no longer leave room for them. */
  async function endBeyondLimits(tx: Tx, owner: Owner): Promise<void> {
    const { limits } = await reader.readHold(tx, owner, 'perpetual');
    if (RISK_LIMITS.every((kind) => limits[kind].max === null)) return;
    await holdPurchases(tx, [owner]);
    const usage = await reader.sumUsage(tx, owner);
    if (usage.restingMost > 0n && isBeyondLimits(limits, usage)) await writeOrderEnds(tx, [owner], 'ORDER_ENDED_BY_LIMIT');
  }

  return {
    /**
     * Begins a break of so many days from every product on both accounts; one that lasts longer already stays. Resting orders that could
     * open a position end with it: none of them is filled, and no contract is bought, after this has been committed.
     * @throws DUPLICATE_REQUEST
     */
    async pause(owner: Owner, { product, days, requestId }: Asked & { days: TradingBreak }): Promise<RiskLimitsWire> {
      const begin = async (tx: Tx) => {
        const { pausedUntil } = await reader.readHold(tx, owner, product);
        const until = Math.max(clock.now() + Number(days) * DAY_MS, pausedUntil ?? 0);
        await updatePause(tx, owner.userId, until);
        await appendEvents(tx, [breakStarted.create({ ...owner, at: clock.now(), payload: { until } })]);
      };
      const accounts = MODES.map((mode) => ({ userId: owner.userId, mode }));
      const state = await change(owner, { call: 'x.riskLimitsPause', product, requestId, input: { days } }, begin, async (tx) => {
        await holdPurchases(tx, accounts);
        await writeOrderEnds(tx, accounts, 'ORDER_ENDED_BY_BREAK');
      });
      await tellEnders();
      return state;
    },

    /**
     * Sets all limits; whose are loosened on the real account has confirmed it. Resting orders that they leave no room for end with it.
     * @throws AMOUNT_INVALID, AMOUNT_PRECISION, STEP_UP_REQUIRED, DUPLICATE_REQUEST
     */
    async setLimits(asker: Asker, { product, asked, requestId }: Asked & { asked: AskedLimits }): Promise<RiskLimitsWire> {
      const owner = { userId: asker.userId, mode: asker.mode };
      const wanted = RISK_LIMITS.map((kind) => ({ kind, max: asked[kind] === null ? null : toUnits(asked[kind], SCALE) }));
      const set = async (tx: Tx) => {
        const { limits } = await reader.readHold(tx, owner, product);
        const after = Object.fromEntries(wanted.map(({ kind, max }) => [kind, changeLimit(limits[kind], max, clock.now())])) as Limits;
        const loosens = RISK_LIMITS.some((kind) => isLoosened(limits[kind], after[kind]));
        if (loosens && owner.mode === 'real') await confirmLoosening(tx, asker);
        await writeLimits(tx, owner, after);
        await appendEvents(tx, [limitsChanged.create({ ...owner, at: clock.now(), payload: { asked } })]);
      };
      const state = await change(owner, { call: 'x.riskLimitsChange', product, requestId, input: asked }, set, (tx) =>
        endBeyondLimits(tx, owner),
      );
      await tellEnders();
      return state;
    },
  };
}
