import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCALES } from '../../lib/protocol/wire';
import { createOperatorPair, type OperatorPair } from '../../tests/helpers/operator-pair';
import { createRegistryModule } from '../modules/registry/registry.module';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';

const NOW = Date.UTC(2026, 2, 1, 12);
const DAY_MS = 86_400_000;
const at = (ms: number) => new Date(NOW + ms).toISOString();
let db: Database;
let time: { now: number };
let registry: ReturnType<typeof createRegistryModule>['registry'];
let pair: OperatorPair;

beforeEach(async () => {
  db = await createTestDatabase();
  const test = createTestPlatform(db, { now: NOW });
  time = test.time;
  registry = createRegistryModule(test.platform).registry;
  pair = await createOperatorPair(db, () => time.now);
});
afterEach(() => db.close());

const change = (product: string, maker: string, taker: string, when: string) =>
  pair.agree('fees', 'change', product, '1', maker, taker, when, '--note', 'cheaper for makers');

it('fees change at their time, by two, in the public change log, and every member is told in their language', async () => {
  expect(await change('spot', '0.0005', '0.0012', at(DAY_MS))).toContain('product spot has version 2 from 2026-03-02T12:00:00.000Z on');
  await registry.refresh();
  time.now = NOW + DAY_MS - 1;
  expect(registry.readFees('spot')).toEqual({ makerFeeRate: '0.0008', takerFeeRate: '0.001' });
  time.now += 1;
  expect(registry.readFees('spot')).toEqual({ makerFeeRate: '0.0005', takerFeeRate: '0.0012' });
  const log = await db.read.query<{ note: string; band: string }>(
    "SELECT note, terms ->> 'priceBandRate' AS band FROM registry_versions WHERE code = 'spot' AND version = 2",
  );
  expect(log.rows).toEqual([{ note: 'cheaper for makers', band: '0.1' }]);
  const told = await db.read.query<{ lang: string; title: string; text: string }>(
    `SELECT lang, title, text FROM announcement_texts WHERE announcement_id = (SELECT max(id) FROM announcements) ORDER BY lang`,
  );
  expect(told.rows.map(({ lang }) => lang).sort()).toEqual([...LOCALES].sort());
  for (const { title, text } of told.rows) {
    expect(title).toContain('2026-03-02 12:00 UTC');
    expect(text).not.toContain('{');
  }
  const german = told.rows.find(({ lang }) => lang === 'de')?.text;
  expect(german).toMatch(/Maker 0,05\s% \(bis dahin 0,08\s%\) und Taker 0,12\s% \(bis dahin 0,1\s%\)/);
  const events = await db.read.query("SELECT 1 FROM event_log WHERE kind = 'announcement.published'");
  expect(events.rows).toHaveLength(1);
});

it.each([
  ['with less than a day of notice', 'spot', '0.0005', '0.0012', at(DAY_MS - 1), 'at least a day'],
  ['that comes in years', 'spot', '0.0005', '0.0012', at(400 * DAY_MS), 'within a year'],
  ['of more than a hundredth', 'spot', '0.0005', '0.02', at(DAY_MS), 'from 0 to 0.01'],
  ['above what positions reckon with', 'perpetual', '0.0001', '0.0006', at(DAY_MS), 'at most 0.0005'],
  ['above what orders hold', 'perpetual', '0.0003', '0.0005', at(DAY_MS), 'at most 0.0002'],
  ['that changes nothing', 'perpetual', '0.0002', '0.0005', at(DAY_MS), 'costs already'],
])('error: a change %s is refused, and nobody is told', async (_name, product, maker, taker, when, reason) => {
  await expect(change(product, maker, taker, when)).rejects.toThrow(reason);
  expect((await db.read.query("SELECT 1 FROM event_log WHERE kind = 'announcement.published'")).rows).toEqual([]);
  expect((await db.read.query("SELECT 1 FROM registry_versions WHERE code IN ('spot', 'perpetual') AND version > 1")).rows).toEqual([]);
});
