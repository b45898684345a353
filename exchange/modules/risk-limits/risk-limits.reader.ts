import type { RiskLimitsWire } from '../../../lib/protocol/risk-limits';
import { type DecimalString, type LimitedProduct, LIMITED_PRODUCTS, type Mode, RISK_LIMITS } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import { calculateLosingShare, startsOf } from './risk-limits.math';
import { type Hold, keyOf, readHolds } from './risk-limits.repository';
import type { Owner, ProductRisk, Usage } from './risk-limits.risk';
import { createStanding, showLimit, type Standing } from './risk-limits.standing';
import { LIMITS_ASSET, RECORD_LENGTH, TEST_WAIT_MS } from './risk-limits.terms';

const SCALE = getAssetScale(LIMITS_ASSET);
/** The losing share runs over every account: counted at most once in this time. */
const SHARE_KEPT_MS = 60_000;

/** What stands between an account and a purchase, read: consent, test and break, limits with what they count so far, and what the product's risk is. */
export class RiskLimitsReader {
  private readonly shares = new Map<string, { at: number; share: DecimalString }>();

  constructor(
    private readonly clock: Clock,
    private readonly risks: Record<LimitedProduct, ProductRisk>,
    private readonly offered: (tx: Tx, owner: Owner, product: LimitedProduct) => Promise<boolean>,
  ) {}

  async readShare(tx: Tx, mode: Mode, product: LimitedProduct): Promise<DecimalString | null> {
    const key = `${product}:${mode}`;
    const kept = this.shares.get(key);
    const now = this.clock.now();
    if (kept !== undefined && now >= kept.at && now - kept.at < SHARE_KEPT_MS) return kept.share;
    const share = calculateLosingShare(await this.risks[product].countLosers(tx, mode));
    // Whether there are enough accounts by now is worth looking for each time.
    if (share !== null) this.shares.set(key, { at: now, share });
    return share;
  }

  async readHold(tx: Tx, owner: Owner, product: LimitedProduct): Promise<Hold> {
    return (await readHolds(tx, [owner], product, this.clock.now())).get(keyOf(owner)) as Hold;
  }

  /** What every limit counts so far, in all products together. */
  async sumUsage(tx: Tx, owner: Owner): Promise<Usage> {
    const starts = startsOf(this.clock.now());
    const sum: Usage = {
      atRisk: 0n,
      stake_day: 0n,
      stake_week: 0n,
      stake_month: 0n,
      loss_day: 0n,
      loss_week: 0n,
      loss_month: 0n,
      restingMost: 0n,
    };
    for (const product of LIMITED_PRODUCTS) {
      const part = await this.risks[product].sumUsage(tx, owner, starts);
      for (const name of Object.keys(sum) as (keyof Usage)[]) sum[name] += part[name];
    }
    return sum;
  }

  async readState(tx: Tx, owner: Owner, product: LimitedProduct): Promise<RiskLimitsWire> {
    const now = this.clock.now();
    const { acceptedAt, testPassedAt, testFailedAt, pausedUntil, limits } = await this.readHold(tx, owner, product);
    const { loss_day: lost } = await this.sumUsage(tx, owner);
    const record = await this.risks[product].readRecord(tx, owner, RECORD_LENGTH);
    const next = testPassedAt === null && testFailedAt !== null && testFailedAt + TEST_WAIT_MS > now ? testFailedAt + TEST_WAIT_MS : null;
    return {
      offered: await this.offered(tx, owner, product),
      accepted: acceptedAt,
      test: { passed: testPassedAt, next },
      paused_until: pausedUntil !== null && pausedUntil > now ? pausedUntil : null,
      losing_share: await this.readShare(tx, owner.mode, product),
      limits: RISK_LIMITS.map((kind) => showLimit(kind, limits[kind])),
      loss_today: fromUnits(lost > 0n ? lost : 0n, SCALE),
      record: { ...record, profit: fromUnits(record.profit, SCALE) },
    };
  }

  /** Returns how each of these accounts stands before a purchase. The caller has the turns of their balances. */
  async load(tx: Tx, owners: readonly Owner[], product: LimitedProduct): Promise<Map<string, Standing>> {
    if (owners.length === 0) return new Map();
    const known = new Map(owners.map((owner) => [keyOf(owner), owner]));
    const now = this.clock.now();
    const standings = new Map<string, Standing>();
    for (const [key, hold] of await readHolds(tx, [...known.values()], product, now)) {
      const isLimited = RISK_LIMITS.some((kind) => hold.limits[kind].max !== null);
      standings.set(key, createStanding(hold, isLimited ? await this.sumUsage(tx, known.get(key) as Owner) : null, now));
    }
    return standings;
  }
}
