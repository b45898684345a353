import { expect, it } from 'vitest';
import { createTestDatabase } from '../../platform/test-database';
import { postJournals, userAddress } from '../ledger/ledger';
import { listOrderEntries } from './matching';

const AT = Date.UTC(2026, 2, 1);

it('an order names its own entries alone, though an order of another kind of market has the same number', async () => {
  const db = await createTestDatabase();
  const own = { userId: '7', mode: 'demo', asset: 'USDT' } as const;
  const [available, locked] = [userAddress({ ...own, part: 'available' }), userAddress({ ...own, part: 'locked' })];
  const hold = (code: string) => ({
    code,
    reference: 'order:5',
    at: AT,
    postings: [
      { address: available, amount: -100n },
      { address: locked, amount: 100n },
    ],
  });
  const grant = {
    code: 'DEMO_GRANT',
    reference: 'grant',
    at: AT,
    postings: [
      { address: 'outside:demo:grants:USDT', amount: -1_000n },
      { address: available, amount: 1_000n },
    ],
  };
  await db.transaction((tx) => postJournals(tx, [grant, hold('SPOT_HOLD'), hold('PERPETUAL_HOLD')]));
  for (const [product, code] of [
    ['spot', 'SPOT_HOLD'],
    ['perpetual', 'PERPETUAL_HOLD'],
  ] as const) {
    const of = { product, references: ['order:5'], fills: [], journalIds: [] };
    const entries = await listOrderEntries(db.read, own, of);
    expect(entries.map(({ type, amount }) => [type, amount])).toEqual([
      [code, '-0.000001'],
      [code, '0.000001'],
    ]);
  }
  await db.close();
});
