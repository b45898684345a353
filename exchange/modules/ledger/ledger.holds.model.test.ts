import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import type { Database } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger, captureHolds, expireHolds, getBalances, HoldEnded, placeHolds, postJournals, releaseHolds } from './ledger';
import { auditHolds } from './ledger.holds-audit';

/** Histories of holds of two users against a plain map: sets of several at once, repeats, ends that come too late or twice. */
const RUNS = countRounds({ short: 20, long: 1_000 });
const STEPS_MAX = countRounds({ short: 15, long: 60 });
const START = 100n;
const UNTIL = 50;
const BANK = 'outside:real:bank:USDT';

const reference = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    references: fc.uniqueArray(reference, { minLength: 1, maxLength: 3 }),
    user: fc.constantFrom('1', '2'),
    amount: fc.bigInt({ min: 1n, max: 60n }),
  }),
  fc.record({
    kind: fc.constant('capture' as const),
    references: fc.uniqueArray(reference, { minLength: 1, maxLength: 3 }),
    share: fc.constantFrom(1n, 2n),
  }),
  fc.record({ kind: fc.constant('release' as const), references: fc.uniqueArray(reference, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('expire' as const), references: fc.uniqueArray(reference, { minLength: 1, maxLength: 3 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Known = { user: string; amount: bigint; state: string; captured: bigint };
type Model = { holds: Map<string, Known>; available: Map<string, bigint> };

/** What the step should lead to; null when it is refused as a whole. */
function predict(model: Model, action: Step): Model | null {
  const holds = new Map([...model.holds].map(([key, known]) => [key, { ...known }]));
  const available = new Map(model.available);
  const give = (user: string, amount: bigint) => available.set(user, (available.get(user) ?? 0n) + amount);
  for (const key of action.references) {
    const known = holds.get(key);
    if (action.kind === 'place') {
      if (known !== undefined && (known.user !== action.user || known.amount !== action.amount)) return null;
      if (known !== undefined) continue;
      if ((available.get(action.user) ?? 0n) < action.amount) return null;
      give(action.user, -action.amount);
      holds.set(key, { user: action.user, amount: action.amount, state: 'held', captured: 0n });
      continue;
    }
    if (known === undefined) return null;
    const state = { capture: 'captured', release: 'released', expire: 'expired' }[action.kind];
    const captured = action.kind === 'capture' ? (known.amount + action.share - 1n) / action.share : 0n;
    if (known.state === state && known.captured === captured) continue;
    if (known.state !== 'held') return null;
    give(known.user, known.amount - captured);
    holds.set(key, { ...known, state, captured });
  }
  return { holds, available };
}

async function run(db: Database, action: Step, { holds }: Model, prefix: string): Promise<boolean> {
  const keys = action.references.map((key) => ({ purpose: 'model', reference: `${prefix}${key}` }));
  const at = action.kind === 'expire' ? UNTIL : 1;
  try {
    await db.transaction(async (tx) => {
      if (action.kind === 'place') {
        const terms = { userId: `${prefix}${action.user}`, mode: 'real', asset: 'USDT', amount: action.amount, until: UNTIL } as const;
        await placeHolds(
          tx,
          keys.map((key) => ({ ...key, ...terms, ender: { kind: 'job', id: 'model' } as const })),
          { at },
        );
      } else if (action.kind === 'capture') {
        const captures = action.references.map((key, index) => {
          const amount = ((holds.get(key)?.amount ?? 1n) + action.share - 1n) / action.share;
          return { ...keys[index]!, code: 'HOUSE_FUNDING' as const, to: [{ address: BANK, amount }] };
        });
        await captureHolds(tx, captures, { at });
      } else await (action.kind === 'release' ? releaseHolds : expireHolds)(tx, keys, { at });
    });
    return true;
  } catch (error) {
    const isRefusal =
      error instanceof DomainError || error instanceof HoldEnded || (error instanceof Error && /^there is no hold/.test(error.message));
    if (!isRefusal) throw error;
    return false;
  }
}

let db: Database;
let runs = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it(
  'ends each hold once and keeps every balance, whatever comes in whatever order',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: STEPS_MAX, size: 'max' }), async (actions) => {
        runs += 1;
        const prefix = `${runs}00`;
        let model: Model = {
          holds: new Map(),
          available: new Map([
            ['1', START],
            ['2', START],
          ]),
        };
        for (const user of ['1', '2']) {
          const postings = [
            { address: BANK, amount: -START },
            { address: `user:${prefix}${user}:real:USDT:available`, amount: START },
          ];
          await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: `${prefix}${user}`, at: 0, postings }]));
        }
        for (const action of actions) {
          const next = predict(model, action);
          expect(await run(db, action, model, prefix), fc.stringify(action)).toBe(next !== null);
          model = next ?? model;
        }
        for (const user of ['1', '2']) {
          const usdt = (await getBalances(db.read, { userId: `${prefix}${user}`, mode: 'real' })).find(({ asset }) => asset === 'USDT');
          const held = [...model.holds.values()].filter((known) => known.user === user && known.state === 'held');
          expect([usdt?.available, usdt?.locked]).toEqual([model.available.get(user), held.reduce((sum, { amount }) => sum + amount, 0n)]);
        }
      }),
      { numRuns: RUNS, seed: createRandom('holds model').seed },
    );
    expect((await auditHolds(db, 0)).differences).toEqual([]);
    expect((await auditLedger(db)).isClean).toBe(true);
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 3_000 }),
);
