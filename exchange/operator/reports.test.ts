import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeModules } from '../composition/compose';
import { createModules } from '../module-list';
import { postJournals } from '../modules/ledger/ledger';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { FEE_FAMILIES } from './fee-accounts';
import { describeDay, readFeesDay } from './reports.repository';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('the fees of a day are those of every account of fees that a module brings, each by its name', async () => {
  const { modules } = await createModules(createTestPlatform(db).platform, { sources: [] });
  const brought = composeModules(modules).accountFamilies.filter((family) => family.startsWith('house:') && family.includes('fees'));
  expect([...FEE_FAMILIES].sort()).toEqual([...brought].sort());
});

it('a fee of each kind is a row of the report, less what went back, and no other income is', async () => {
  const at = Date.UTC(2026, 2, 1, 12);
  const names = FEE_FAMILIES.map((family) => family.replace('house:', '').replace('*', 'BTC-USDT'));
  const post = (name: string, units: bigint, reference: string) =>
    db.transaction((tx) =>
      postJournals(tx, [
        {
          ...{ code: 'HOUSE_FUNDING' as const, reference, at },
          postings: [
            { address: 'outside:real:operator:USDT', amount: -units },
            { address: `house:real:${name}:USDT`, amount: units },
          ],
        },
      ]),
    );
  for (const [place, name] of [...names, 'convert-pool', 'rounding'].entries()) await post(name, BigInt(place + 2) * 10n ** 8n, name);
  await post('convert-fees', -(10n ** 8n), 'back');
  expect(await readFeesDay(db.read, describeDay('2026-03-01'))).toEqual(
    names.map((name, place) => [
      'real',
      name,
      'USDT',
      name === 'convert-fees' ? '2' : '1',
      String(place + 2 - (name === 'convert-fees' ? 1 : 0)),
    ]),
  );
});
