import type { Platform } from '../../platform/app';
import { leastOf } from '../../../lib/rules/decimal';
import type { InvitationTerms } from '../../../lib/rules/invitations';
import type { FeeRates } from '../../../lib/rules/spot';
import type { VipTerms, VipTermsInForce } from '../../../lib/rules/vip';
import type { HostingTerms } from './registry.hosting';
import { type RegistryLimits, type RegistryMarket, widestOf } from './registry.markets';
import type { PerpetualRisk } from './registry.perpetual';
import type { StakingTerms } from './registry.staking';
import type { Tx } from '../../platform/db';
import {
  type ConvertTerms,
  type FeeProduct,
  findTermsSchema,
  type LoanTerms,
  type OptionTerms,
  type PictureTerms,
  type RegistryKind,
  type TermsOf,
} from './registry.kinds';
import type { WireTerms } from './registry.wire';
import type { WithdrawalTerms } from './registry.withdrawals';
import { listRowsAfter, readInForce, type RegistryRow } from './registry.repository';

const DAY_MS = 86_400_000;

export type Registry = {
  /** Reads what was added since. */
  refresh(): Promise<void>;
  /** Returns the version of an entry that is in force now. @throws Error for an entry that there is not */
  read(kind: RegistryKind, code: string): RegistryRow;
  /** Returns the versions in force now of all entries of a kind, in the order in which the entries were made. */
  list<K extends keyof TermsOf>(kind: K): { code: string; version: number; terms: TermsOf[K] }[];
  readOptionTerms(): OptionTerms;
  /** Returns what trading costs now. */
  readFees(product: FeeProduct): FeeRates;
  /** Returns since when a market is listed (ms), 0: from the beginning, or not known here. */
  readListedAt(market: string): number;
  /** Returns what the orders of a market keep to now. @throws Error for a market that there is not */
  readMarketLimits(market: string): RegistryLimits;
  /** Returns the widest limits that were in force until now. @throws Error for a market that there is not */
  readWidestLimits(market: string): RegistryLimits;
  /** Returns how far from the index a limit price may be now, as a fraction. */
  readPriceBand(): string;
  readConvertTerms(): ConvertTerms;
  /** Returns what perpetual positions are opened under now, or by a version's number what they were then. @throws Error for a version that there is not */
  readPerpetualRisk(version?: number): { version: number; terms: PerpetualRisk };
  /** Returns the staking terms in force with the number of their version. */
  readStakingTerms(): StakingTerms & { version: number };
  /** Returns the hosting plans in force with the number of their version. */
  readHostingTerms(): HostingTerms & { version: number };
  /** Returns what withdrawing costs, or cost at `at` (ms). */
  readWithdrawalTerms(at?: number): WithdrawalTerms;
  readWireTerms(): WireTerms;
  readLoanTerms(): { version: number; terms: LoanTerms };
  /** Returns the terms of memberships that are in force at `at` (ms), now without it. */
  readVipTerms(at?: number): VipTerms;
  /** The same with the least that leaving costs from then on, as far as was announced by then. */
  readVipTermsInForce(at?: number): VipTermsInForce;
  /** Returns the rule of invitations that is in force at `at` (ms), now without it. */
  readInvitationTerms(at?: number): InvitationTerms;
};

/** Returns for how many days pictures are kept, as the database says it now. */
export async function readPictureTerms(tx: Tx, at: number): Promise<PictureTerms> {
  return findTermsSchema('product', 'pictures')?.parse(
    (await readInForce(tx, { kind: 'product', code: 'pictures', at })).terms,
  ) as PictureTerms;
}

/** Returns the terms that bound what operators credit by hand, in force at a time (ms), for who has no registry in memory. */
export async function readHandTerms(tx: Tx, at: number): Promise<{ wire: WireTerms; withdrawal: WithdrawalTerms }> {
  const read = async (code: string) =>
    findTermsSchema('product', code)?.parse((await readInForce(tx, { kind: 'product', code, at })).terms);
  return { wire: (await read('wire')) as WireTerms, withdrawal: (await read('withdrawal')) as WithdrawalTerms };
}

/** Returns the registry in memory: which version is in force is asked of the clock, so a change takes effect without anybody's doing. */
export function createRegistry({ db, clock, env }: Pick<Platform, 'db' | 'clock'> & Partial<Pick<Platform, 'env'>>): Registry {
  const entries = new Map<string, RegistryRow[]>();
  let last = 0;

  function findInForce(versions: readonly RegistryRow[], at = clock.now()): RegistryRow | undefined {
    return versions.findLast(({ takesEffectAt }) => takesEffectAt <= at);
  }

  /** Days that are short already may be shorter still: a sandbox that is walked through in a test. */
  function toDay<T extends { dayMs: number }>(terms: T): T {
    return terms.dayMs < DAY_MS && env?.sandbox === true && env.sandboxDayMs !== null ? { ...terms, dayMs: env.sandboxDayMs } : terms;
  }

  function read(kind: RegistryKind, code: string, at?: number): RegistryRow {
    const row = findInForce(entries.get(`${kind} ${code}`) ?? [], at);
    if (row === undefined) throw new Error(`the registry has no ${kind} ${code}`);
    return row;
  }

  function readVersion(kind: RegistryKind, code: string, version: number): RegistryRow {
    const row = entries.get(`${kind} ${code}`)?.find((each) => each.version === version);
    if (row === undefined) throw new Error(`the registry has no version ${version} of ${kind} ${code}`);
    return row;
  }

  /** What is brought while a lower fee is announced can leave at that one. */
  function readLeavingRate(at = clock.now()): string {
    const coming = (entries.get('product withdrawal') ?? []).filter(
      ({ announcedAt, takesEffectAt }) => announcedAt <= at && at < takesEffectAt,
    );
    const rateOf = ({ terms }: RegistryRow) => (terms as WithdrawalTerms).feeRate;
    return leastOf([rateOf(read('product', 'withdrawal', at)), ...coming.map(rateOf)]);
  }

  return {
    async refresh() {
      for (;;) {
        const rows = await listRowsAfter(db.read, last);
        for (const row of rows) {
          const schema = findTermsSchema(row.kind, row.code);
          // What the database holds is parsed once, here. A product that a newer version brings is asked for by nothing in this one.
          if (schema !== null) {
            const name = `${row.kind} ${row.code}`;
            entries.set(name, [...(entries.get(name) ?? []), { ...row, terms: schema.parse(row.terms) }]);
          }
          last = row.id;
        }
        if (rows.length === 0) return;
      }
    },
    read: (kind, code) => read(kind, code),
    list: (kind) =>
      [...entries.values()].flatMap((versions) => {
        const row = versions[0]?.kind === kind ? findInForce(versions) : undefined;
        return row === undefined ? [] : [{ code: row.code, version: row.version, terms: row.terms as never }];
      }),
    readListedAt: (market) => entries.get(`market ${market}`)?.[0]?.takesEffectAt ?? 0,
    readMarketLimits: (market) => limitsOf(read('market', market)),
    readWidestLimits(market) {
      const now = clock.now();
      const begun = (entries.get(`market ${market}`) ?? []).filter(({ takesEffectAt }) => takesEffectAt <= now);
      return widestOf(begun.map(limitsOf));
    },
    readPriceBand: () => (read('product', 'spot').terms as { priceBandRate: string }).priceBandRate,
    readConvertTerms: () => read('product', 'convert').terms as ConvertTerms,
    readPerpetualRisk(version) {
      const row = version === undefined ? read('product', 'perpetual') : readVersion('product', 'perpetual', version);
      return { version: row.version, terms: row.terms as PerpetualRisk };
    },
    readFees(product) {
      const { makerFeeRate, takerFeeRate } = read('product', product).terms as FeeRates;
      return { makerFeeRate, takerFeeRate };
    },
    readOptionTerms: () => read('product', 'option').terms as OptionTerms,
    readStakingTerms() {
      const { version, terms } = read('product', 'staking');
      const staking = terms as StakingTerms;
      return { ...staking, terms: staking.terms.map(toDay), version };
    },
    readHostingTerms() {
      const { version, terms } = read('product', 'hosting');
      const hosting = terms as HostingTerms;
      return { ...hosting, plans: hosting.plans.map(toDay), version };
    },
    readWireTerms: () => read('product', 'wire').terms as WireTerms,
    readWithdrawalTerms: (at) => read('product', 'withdrawal', at).terms as WithdrawalTerms,
    readLoanTerms() {
      const { version, terms } = read('product', 'loan');
      return { version, terms: terms as LoanTerms };
    },
    readVipTerms: (at) => read('product', 'vip', at).terms as VipTerms,
    readVipTermsInForce: (at) => ({
      ...(read('product', 'vip', at).terms as VipTerms),
      leavingRate: readLeavingRate(at),
    }),
    readInvitationTerms: (at) => read('product', 'invitation', at).terms as InvitationTerms,
  };
}

function limitsOf({ terms }: RegistryRow): RegistryLimits {
  const { quantityMin, quantityMax, minNotional } = terms as RegistryMarket;
  return { quantityMin, quantityMax, minNotional };
}
