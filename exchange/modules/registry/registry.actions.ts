import { z } from 'zod';
import { listTermChanges } from '../../../lib/operator/terms';
import { millisField } from '../../../lib/protocol/fields';
import type { FeeRates } from '../../../lib/rules/spot';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { MARKETS } from '../market-data/markets';
import { ActionRefused, baseField, defineAction } from '../operators/operators';
import { FEE_PRODUCTS, type FeeProduct, findTermsSchema, readTerms, REGISTRY_KINDS, type RegistryKind } from './registry.kinds';
import { findLimitProblem, gridOf, type RegistryMarket } from './registry.markets';
import { perpetualTightened } from './registry.events';
import type { PerpetualRisk } from './registry.perpetual';
import { canonical, insertVersion, lockNewest } from './registry.repository';
import { findTightened } from './registry.tightened';

/** A change is public for at least this long before it takes effect; every process knows of it by then. */
export const NOTICE_MS = 10 * 60_000;
/** Who has an order resting has a day to take it out: before other fees, and before other terms that its position would be opened under. */
const DAY_NOTICE_MS = 86_400_000;
/** Nothing is decided for years ahead. */
const AHEAD_MAX_MS = 366 * 86_400_000;

const schema = z
  .strictObject({
    kind: z.enum(REGISTRY_KINDS),
    code: z.string().min(1).max(30),
    base: baseField,
    terms: z.unknown(),
    takesEffectAt: millisField.positive(),
    note: z.string().trim().min(1).max(300),
  })
  .transform((input, context) => {
    const parsed = findTermsSchema(input.kind, input.code)?.safeParse(input.terms);
    if (parsed?.success) {
      const problem = input.kind === 'market' ? findLimitProblem(input.code, parsed.data as RegistryMarket) : null;
      if (problem === null) return { ...input, terms: parsed.data };
      context.addIssue({ code: 'custom', path: ['terms', problem.field], message: problem.reason });
      return z.NEVER;
    }
    const issue = parsed?.error.issues[0];
    context.addIssue({
      code: 'custom',
      path: ['terms', ...(issue?.path ?? [])],
      message: issue?.message ?? `there is no ${input.kind} ${input.code}`,
    });
    return z.NEVER;
  });

/** `change` makes the terms that are asked for of those that are there. */
type Read = { kind: RegistryKind; code: string; base: string; change(now: object): unknown };

/** Returns an entry with its newest version, which stays the newest in this transaction; `base`: the one that was read. */
export async function readEntryBase(tx: Tx, { kind, code, base, change }: Read) {
  const newest = await lockNewest(tx, { kind, code });
  if (newest === null) return null;
  return {
    what: `${kind} ${code}`,
    now: String(newest.version),
    read: base,
    changes: describeChanges(readTerms(newest), change(newest.terms as object)),
  };
}

/** Returns what of an entry's terms becomes what, value by value. */
function describeChanges(before: unknown, after: unknown): string[] {
  const changes = listTermChanges(before, after);
  const say = (value: unknown) => (value === undefined ? 'none' : canonical(value));
  return [
    changes.length === 0 ? 'nothing of it changes' : 'what changes:',
    ...changes.map(({ path, before: was, after: is }) => `  ${path.join('.')}: ${say(was)} → ${say(is)}`),
  ];
}

/** A new version of an entry, in force from a stated time on. Versions take effect in their order. */
export const changeRegistryAction = defineAction({
  name: 'registry.change',
  schema,
  describe: ({ kind, code, terms, takesEffectAt, note }) => [
    `${kind} ${code} from ${new Date(takesEffectAt).toISOString()} on:`,
    ...Object.entries(terms as object).map(([name, value]) => `  ${name}: ${canonical(value)}`),
    `public note: ${note}`,
  ],
  readBase: (tx, { terms, ...of }) => readEntryBase(tx, { ...of, change: () => terms }),
  async run(tx, { input: { kind, code, terms, takesEffectAt, note }, at }) {
    const isLong = kind === 'product' && code === 'perpetual';
    if (takesEffectAt < at + (isLong ? DAY_NOTICE_MS : NOTICE_MS) || takesEffectAt > at + AHEAD_MAX_MS) {
      const least = isLong ? 'a day' : 'ten minutes';
      throw new ActionRefused('INPUT_INVALID', `A change of it takes effect at least ${least} after its approval, and within a year.`);
    }
    const change = (newest: unknown) => {
      if (kind === 'product' && isFeeProduct(code) && canonical(feesOf(newest)) !== canonical(feesOf(terms))) {
        throw new ActionRefused('INPUT_INVALID', 'Fees are changed by fees.change.');
      }
      return terms;
    };
    const { outcome, version, before } = await addVersion(tx, { kind, code, takesEffectAt, note, at, change });
    if (isLong) await announceTightened(tx, { version, takesEffectAt, before: before as PerpetualRisk, after: terms as PerpetualRisk, at });
    return outcome;
  },
});

type PerpetualChange = { version: number; takesEffectAt: number; before: PerpetualRisk; after: PerpetualRisk; at: number };

/** Whoever has something open in a market hears of tighter terms for it as soon as they are public. */
async function announceTightened(tx: Tx, { version, takesEffectAt, before, after, at }: PerpetualChange): Promise<void> {
  const listed = MARKETS.map(({ market }) => market);
  const markets = findTightened(listed, before, after);
  if (markets.length === 0) return;
  const payload = { version, takesEffectAt, markets };
  await appendEvents(tx, [perpetualTightened.create({ userId: null, mode: null, at, payload })]);
}

/** `change` makes the terms of the next version of those of the newest one. Times in ms. */
type NewVersion = { kind: RegistryKind; code: string; takesEffectAt: number; note: string; at: number; change(newest: unknown): unknown };

/** What the act says, and the version with the terms that were announced before it. */
type Added = { outcome: string; version: number; before: unknown };

async function addVersion(tx: Tx, { kind, code, takesEffectAt, note, at, change }: NewVersion): Promise<Added> {
  const newest = await lockNewest(tx, { kind, code });
  if (newest === null) throw new ActionRefused('INPUT_INVALID', `There is no ${kind} ${code}.`);
  if (newest.takesEffectAt >= takesEffectAt) throw new ActionRefused('INPUT_INVALID', 'A later change of it has been announced before.');
  const terms = change(newest.terms);
  refuseFixed(kind, newest.terms, terms);
  const version = newest.version + 1;
  await insertVersion(tx, { kind, code, version, terms, takesEffectAt, announcedAt: at, note });
  return {
    outcome: `${kind} ${code} has version ${version} from ${new Date(takesEffectAt).toISOString()} on`,
    version,
    before: newest.terms,
  };
}

/** Fees of trading, from `takesEffectAt` (ms) on; `note` is what the public change log says. */
export type FeeChange = FeeRates & { product: FeeProduct; takesEffectAt: number; note: string };

/**
 * Adds a version of what trading costs. Returns what the act says and the fees that were announced before it. Whatever trades until then costs what it does.
 * @throws ActionRefused for less than a day's notice, for a rate that the product doesn't take, and where nothing would change
 */
export async function changeFees(
  tx: Tx,
  { product, makerFeeRate, takerFeeRate, takesEffectAt, note }: FeeChange,
  at: number,
): Promise<{ outcome: string; before: FeeRates }> {
  if (takesEffectAt < at + DAY_NOTICE_MS || takesEffectAt > at + AHEAD_MAX_MS) {
    throw new ActionRefused('INPUT_INVALID', 'A change of fees takes effect at least a day after its approval, and within a year.');
  }
  let before: FeeRates | null = null;
  const change = (newest: unknown) => {
    const terms = newest as FeeRates;
    before = { makerFeeRate: terms.makerFeeRate, takerFeeRate: terms.takerFeeRate };
    const parsed = findTermsSchema('product', product)?.safeParse({ ...terms, makerFeeRate, takerFeeRate });
    if (!parsed?.success) {
      const [issue] = parsed?.error.issues ?? [];
      throw new ActionRefused('INPUT_INVALID', `${issue?.path.join('.') ?? product}: ${issue?.message ?? 'not known'}`);
    }
    if (canonical(parsed.data) === canonical(terms)) throw new ActionRefused('INPUT_INVALID', 'That is what it costs already.');
    return parsed.data;
  };
  const { outcome } = await addVersion(tx, { kind: 'product', code: product, takesEffectAt, note, at, change });
  if (before === null) throw new Error(`${product} had no fees before`);
  return { outcome, before };
}

/** What stands on an asset's scale, and what rests on a market's grid, was made with them. @throws ActionRefused where they would change */
function refuseFixed(kind: RegistryKind, before: unknown, after: unknown): void {
  if (kind === 'asset' && scaleOf(before) !== scaleOf(after)) throw new ActionRefused('INPUT_INVALID', 'An asset keeps its scale.');
  if (kind === 'market' && canonical(gridOf(before as RegistryMarket)) !== canonical(gridOf(after as RegistryMarket))) {
    throw new ActionRefused('INPUT_INVALID', 'A market keeps its coins, its tick and its step.');
  }
}

function feesOf(terms: unknown): FeeRates {
  const { makerFeeRate, takerFeeRate } = terms as FeeRates;
  return { makerFeeRate, takerFeeRate };
}

function isFeeProduct(code: string): code is FeeProduct {
  return (FEE_PRODUCTS as readonly string[]).includes(code);
}

function scaleOf(terms: unknown): unknown {
  return typeof terms === 'object' && terms !== null && 'scale' in terms ? terms.scale : null;
}
