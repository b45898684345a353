import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countRounds, createRandom, timeoutOf } from '../../../tests/faults/support/rounds';
import { DomainError } from '../../platform/domain-error';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger, getBalances, type Journal, postJournals } from './ledger';

/** Groups of transfers between a few accounts, many of them larger than what is there. */
const USERS = ['1', '2', '3'];
const GROUPS_MAX = countRounds({ short: 12, long: 100 });
const ASSETS = ['USDT', 'BTC'];
const account = fc.record({
  user: fc.constantFrom(...USERS, 'outside'),
  asset: fc.constantFrom(...ASSETS),
  part: fc.constantFrom('available', 'locked'),
});
const transfer = fc.record({ from: account, to: account, amount: fc.bigInt({ min: 1n, max: 40n }) });
const groups = fc.array(fc.array(transfer, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: GROUPS_MAX, size: 'max' });

const RUNS = countRounds({ short: 25, long: 2_000 });

let db: Database;
let run = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it(
  'holds the same balances as a plain map after any groups of transfers, accepted or refused as a whole',
  async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (commands) => {
        run += 1;
        const idOf = (user: string) => `${run}00${user}`;
        const addressOf = (holder: { user: string; part: string }, asset: string) =>
          holder.user === 'outside' ? `outside:demo:grants:${asset}` : `user:${idOf(holder.user)}:demo:${asset}:${holder.part}`;
        const model = new Map<string, bigint>();
        for (const [index, group] of commands.entries()) {
          const draft = new Map(model);
          let isRefused = false;
          const journals: Journal[] = [];
          for (const [line, { from, to, amount }] of group.entries()) {
            const asset = from.asset;
            const [source, target] = [addressOf(from, asset), addressOf(to, asset)];
            journals.push({
              code: 'DEMO_GRANT',
              reference: `${run}.${index}.${line}`,
              at: 0,
              postings: [
                { address: source, amount: -amount },
                { address: target, amount },
              ],
            });
            draft.set(source, (draft.get(source) ?? 0n) - amount);
            if (!source.startsWith('outside') && (draft.get(source) ?? 0n) < 0n) isRefused = true;
            draft.set(target, (draft.get(target) ?? 0n) + amount);
          }
          const outcome = await db
            .transaction((tx) => postJournals(tx, journals))
            .then(
              () => 'posted',
              (error: unknown) => {
                if (error instanceof DomainError && error.code === 'INSUFFICIENT_BALANCE') return 'refused';
                throw error;
              },
            );
          expect(outcome).toBe(isRefused ? 'refused' : 'posted');
          if (!isRefused) for (const [address, balance] of draft) model.set(address, balance);
        }
        for (const user of USERS) {
          for (const row of await getBalances(db.read, { userId: idOf(user), mode: 'demo' })) {
            expect(row.available).toBe(model.get(`user:${idOf(user)}:demo:${row.asset}:available`) ?? 0n);
            expect(row.locked).toBe(model.get(`user:${idOf(user)}:demo:${row.asset}:locked`) ?? 0n);
          }
        }
      }),
      { numRuns: RUNS, seed: createRandom('ledger model').seed },
    );
    const report = await auditLedger(db);
    expect(report.differences).toEqual([]);
    expect(report.faultyJournals).toEqual([]);
    expect(report.isClean).toBe(true);
  },
  timeoutOf({ rounds: RUNS, roundMsMax: 2_000 }),
);
