import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Row } from '../../platform/db';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { createTestDatabase } from '../../platform/test-database';
import { GENESIS_HASH, type Print } from './prints.math';
import { listNewestPrints, listPrintsFrom } from './prints.repository';
import { auditPrints, createPrintService, PRINTS_KEPT_MS, type PrintService } from './prints.service';

const START = Date.UTC(2026, 0, 1);
const log = createLogger('silent');
const prices = (btc: string) =>
  new Map([
    ['ETH-USDT', '3500'],
    ['BTC-USDT', btc],
  ]);
let db: Database;
let service: PrintService;

async function createLoaded(): Promise<PrintService> {
  const created = createPrintService({ db, log, metrics: createMetrics(log) });
  await created.load();
  return created;
}

/** Changes rows behind the guards of the database, as somebody with all rights could. */
async function tamper(sql: string): Promise<void> {
  await db.read.query('ALTER TABLE price_prints DISABLE TRIGGER ALL');
  await db.read.query(sql);
  await db.read.query('ALTER TABLE price_prints ENABLE TRIGGER ALL');
}

/** The same database as several processes share it; `after` is awaited after each single statement, with its text. */
function shareDatabase(after: (text: string) => Promise<void>): Database {
  return {
    ...db,
    kind: 'postgres',
    read: {
      async query<R extends Row>(text: string, params?: readonly unknown[]) {
        const result = await db.read.query<R>(text, params);
        await after(text);
        return result;
      },
    },
  };
}

beforeEach(async () => {
  db = await createTestDatabase();
  service = await createLoaded();
  for (let i = 0; i < 5; i += 1) await service.print(START + i * 1_000 + 60, prices(`6700${i}.5`));
});
afterEach(() => db.close());

describe('prints', () => {
  it('begin at 1 after 64 zeros, in whole seconds, hashed as the catalogue says', async () => {
    const [first, second] = await listPrintsFrom(db.read, { from: 1, limit: 10 });
    expect(first).toMatchObject({ seq: 1, time: START, prices: 'BTC-USDT=67000.5;ETH-USDT=3500', previous: GENESIS_HASH });
    expect(first!.hash).toBe(createHash('sha256').update(`${GENESIS_HASH}\n1\n${START}\nBTC-USDT=67000.5;ETH-USDT=3500`).digest('hex'));
    expect(second!.previous).toBe(first!.hash);
  });

  it('continue the chain after a restart', async () => {
    const restarted = await createLoaded();
    expect(await restarted.print(START + 5_000, prices('1'))).toMatchObject({ seq: 6 });
    expect(await auditPrints(db)).toMatchObject({ rows: 6, firstSeq: 1, lastSeq: 6, fault: null });
  });

  it('leave a gap a gap', async () => {
    await service.print(START + 60_000, prices('1'));
    expect((await listNewestPrints(db.read, 2)).map(({ seq, time }) => [seq, time - START])).toEqual([
      [6, 60_000],
      [5, 4_000],
    ]);
  });

  it('are not made twice in one second, nor backwards when the clock is set back, and go on when the time has passed', async () => {
    expect(await service.print(START + 4_999, prices('1'))).toBeNull();
    expect(await service.print(START - 3_600_000, prices('1'))).toBeNull();
    expect(await (await createLoaded()).print(START - 1, prices('1'))).toBeNull();
    expect(await service.print(START + 5_000, prices('1'))).toMatchObject({ seq: 6, time: START + 5_000 });
  });

  it('are not made without a price', async () => {
    expect(await service.print(START + 9_000, new Map())).toBeNull();
    expect(await listNewestPrints(db.read, 1)).toMatchObject([{ seq: 5 }]);
  });

  it('of another process are told when it was first, and the chain stays one', async () => {
    const other = await createLoaded();
    await other.print(START + 10_000, prices('2'));
    const heard: Print[] = [];
    service.onPrint((print) => heard.push(print));
    expect(await service.print(START + 10_100, prices('3'))).toBeNull();
    expect(heard).toMatchObject([{ seq: 6, time: START + 10_000 }]);
    expect(await service.print(START + 11_000, prices('3'))).toMatchObject({ seq: 7 });
    expect((await auditPrints(db)).fault).toBeNull();
  });

  it('of another process that come between two looks are told at the next one', async () => {
    const heard: number[] = [];
    let meanwhile = () => service.print(START + 5_000, prices('2'));
    const mute = createPrintService({
      db: shareDatabase(async (text) => {
        if (!text.includes('seq >= $1')) return;
        const once = meanwhile;
        meanwhile = () => Promise.resolve(null);
        await once();
      }),
      log,
      metrics: createMetrics(log),
    });
    await mute.load();
    mute.onPrint(({ seq }) => heard.push(seq));
    expect(await mute.print(START + 5_000, new Map())).toBeNull();
    expect((await listNewestPrints(db.read, 1))[0]?.seq).toBe(6);
    expect(await mute.print(START + 6_000, new Map())).toBeNull();
    expect(heard).toEqual([6]);
  });

  it('that are removed for their age while they are looked through break no chain', async () => {
    let prune = () => service.prune(START + PRINTS_KEPT_MS + 2_500);
    const audited = await auditPrints(
      shareDatabase(async (text) => {
        if (!text.includes('price_print_base')) return;
        const once = prune;
        prune = () => Promise.resolve(0);
        await once();
      }),
    );
    expect(audited).toMatchObject({ rows: 2, firstSeq: 4, lastSeq: 5, fault: null });
  });

  it('go on when old ones are removed for their age', async () => {
    expect(await service.prune(START + PRINTS_KEPT_MS + 2_500)).toBe(3);
    expect(await auditPrints(db)).toMatchObject({ rows: 2, firstSeq: 4, lastSeq: 5, fault: null });
    expect(await service.prune(START + 10 * PRINTS_KEPT_MS)).toBe(2);
    const restarted = await createLoaded();
    expect(await restarted.print(START + 20_000, prices('1'))).toMatchObject({ seq: 6 });
    expect((await auditPrints(db)).fault).toBeNull();
  });
});

describe('security: the print chain', () => {
  it.each([
    { name: 'a price was changed', sql: "UPDATE price_prints SET prices = 'BTC-USDT=1' WHERE seq = 3", fault: { seq: 3, reason: 'hash' } },
    { name: 'a row was taken out', sql: 'DELETE FROM price_prints WHERE seq = 3', fault: { seq: 4, reason: 'seq' } },
    { name: 'a time was changed', sql: `UPDATE price_prints SET time = ${START - 5} WHERE seq = 3`, fault: { seq: 3, reason: 'time' } },
    {
      name: 'a row was forged with a hash of its own',
      sql: `UPDATE price_prints SET prices = 'BTC-USDT=1', hash = encode(sha256(convert_to(previous || E'\\n' || seq || E'\\n' || time || E'\\nBTC-USDT=1', 'UTF8')), 'hex') WHERE seq = 3`,
      fault: { seq: 4, reason: 'previous' },
    },
    { name: 'the beginning was cut off', sql: 'DELETE FROM price_prints WHERE seq = 1', fault: { seq: 2, reason: 'seq' } },
  ])('shows that $name', async ({ sql, fault }) => {
    await tamper(sql);
    expect((await auditPrints(db)).fault).toEqual(fault);
  });

  it.each([
    { name: 'a change', sql: "UPDATE price_prints SET prices = 'BTC-USDT=1'" },
    { name: 'emptying', sql: 'TRUNCATE price_prints' },
    { name: 'a row that skips', sql: `INSERT INTO price_prints VALUES (9, ${START + 9_000}, 'A=1', repeat('0', 64), repeat('0', 64))` },
    {
      name: 'a row with a wrong hash',
      sql: `INSERT INTO price_prints SELECT 6, ${START + 9_000}, 'A=1', hash, repeat('0', 64) FROM price_prints WHERE seq = 5`,
    },
    {
      name: 'a row that is not later',
      sql: `INSERT INTO price_prints SELECT 6, ${START + 3_500}, 'A=1', hash, repeat('0', 64) FROM price_prints WHERE seq = 5`,
    },
  ])('is kept by the database against $name', async ({ sql }) => {
    await expect(db.read.query(sql)).rejects.toMatchObject({ code: '23514' });
  });
});
