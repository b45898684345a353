import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import type { Database } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { auditLedger, captureHolds, getBalances, HoldEnded, placeHolds, postJournals, releaseHolds } from './ledger';
import { auditHolds } from './ledger.holds-audit';

const BANK = 'outside:real:bank:USDT';
let server: SharedPostgres;
let db: Database;
beforeAll(async () => {
  server = await sharePostgres();
  db = openPatiently(await server.createDatabase('holds'), createLogger('silent'));
  const postings = [
    { address: BANK, amount: -1_000n },
    { address: 'user:7:real:USDT:available', amount: 1_000n },
  ];
  await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: 'start', at: 0, postings }]));
});
afterAll(async () => {
  await db?.close();
  await server?.stop();
});

const hold = (reference: string) =>
  ({
    purpose: 'race',
    reference,
    userId: '7',
    mode: 'real',
    asset: 'USDT',
    amount: 10n,
    ender: { kind: 'job', id: 'race' },
    until: 100,
  }) as const;

it('has one effect for each hold when it is placed, captured and released by many at once', async () => {
  const references = Array.from({ length: 10 }, (_, n) => `r${n}`);
  await Promise.all(Array.from({ length: 4 }, () => db.transaction((tx) => placeHolds(tx, references.map(hold), { at: 1 }))));
  const balance = async () => {
    const usdt = (await getBalances(db.read, { userId: '7', mode: 'real' })).find(({ asset }) => asset === 'USDT');
    return [usdt?.available, usdt?.locked];
  };
  expect(await balance()).toEqual([900n, 100n]);
  let [captured, released] = [0n, 0n];
  const attempt = async (run: () => Promise<void>, count: () => void) => {
    try {
      await run();
      count();
    } catch (error) {
      if (!(error instanceof HoldEnded)) throw error;
    }
  };
  await Promise.all(
    references.flatMap((reference, n) => {
      const key = { purpose: 'race', reference };
      const capture = () =>
        db.transaction((tx) => captureHolds(tx, [{ ...key, code: 'HOUSE_FUNDING', to: [{ address: BANK, amount: 10n }] }], { at: 2 }));
      const release = () => db.transaction((tx) => releaseHolds(tx, [key], { at: 2 }));
      const ways = [attempt(capture, () => (captured += 10n)), attempt(release, () => (released += 10n))];
      return n % 2 === 0 ? ways : ways.reverse();
    }),
  );
  expect(captured + released).toBe(100n);
  expect(await balance()).toEqual([900n + released, 0n]);
  expect((await auditHolds(db, 0)).differences).toEqual([]);
  expect((await auditLedger(db)).isClean).toBe(true);
});
