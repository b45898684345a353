import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mode } from '../../../lib/protocol/wire';
import type { CallContext } from '../../http/register-call';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { formatPrices, GENESIS_HASH, hashPrint, type Print } from '../market-data/prints.math';
import { findLastPrint, insertPrint } from '../market-data/prints.repository';
import { createAlertsModule } from './alerts.module';

const START = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;

type Came = { userId: string; mode: Mode; payload: Record<string, unknown> };
type Listed = { id: string; state: string; direction: string }[];

let world: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await world.stop();
  const { rows } = await world.db.read.query(
    `SELECT user_id FROM alert_people p WHERE kept <> (SELECT count(*) FROM alerts a WHERE a.user_id = p.user_id AND a.kind <> 'margin')`,
  );
  expect(rows).toEqual([]);
  await world.db.close();
});

async function createWorld() {
  const db = await createTestDatabase();
  const { platform, time } = createTestPlatform(db, { now: START });
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'), (8, 'bob', 'bob', 'BBBBBBBB', 'person')`,
  );
  const facts = {
    price: '100',
    mark: '100',
    rate: '0.0001',
    liquidation: null as string | null,
    warning: null as string | null,
    due: null as number | null,
    open: [] as { userId: string; mode: Mode; market: string }[],
  };
  const listeners = new Set<(print: Print) => void>();
  /** One process of the exchange; the second one hears the same prints. */
  const createProcess = () =>
    createAlertsModule(platform, {
      onPrint(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      findPrice: () => facts.price,
      listMarkets: () => [{ market: 'BTC-USDT' }],
      readMarks: () => [{ market: 'BTC-USDT', mark: facts.mark, rate: facts.rate }],
      subjects: {
        findLiquidations: async (_tx, of) => of.map(() => (facts.liquidation === null ? null : { side: 'long', price: facts.liquidation })),
        findWarnings: async (_tx, of) => of.map(() => (facts.warning === null ? null : { side: 'long', price: facts.warning })),
        listOpen: async (_tx, { after, limit }) =>
          facts.open.filter(({ userId }) => after === null || Number(userId) > Number(after.userId)).slice(0, limit),
        findLoanDues: async (_tx, of) => of.map(({ id }) => (id === '17' ? facts.due : null)),
        findTermEnds: async (_tx, of) => of.map(() => null),
      },
    });
  const processes = [createProcess()];
  await processes[0]!.workers[0]!.start();
  let requests = 0;
  const call = async <T>(id: string, input: object = {}, userId = '7', mode: Mode = 'real') => {
    const context: CallContext = {
      session: { userId, username: 'ada', mode, sessionId: '1' },
      ip: '127.0.0.1',
      isBff: true,
      actor: null,
      setSession: () => undefined,
    };
    return (await processes[0]!.calls.find((one) => one.call.id === id)?.run(input, context)) as T;
  };
  return {
    db,
    facts,
    call,
    processes,
    async addProcess() {
      const added = createProcess();
      processes.push(added);
      await added.workers[0]!.start();
    },
    async stop() {
      for (const one of processes) await one.workers[0]!.stop();
    },
    create(input: object, userId?: string) {
      requests += 1;
      const asked = {
        kind: 'price',
        subject: 'BTC-USDT',
        level: '110',
        request_id: `request-${String(requests).padStart(10, '0')}`,
        ...input,
      };
      return call<{ id: string }>('x.alertCreate', asked, userId);
    },
    /** Looks at positions again, chunk after chunk. Returns how many chunks that took. */
    async look() {
      const run = processes[0]!.jobs[0]!.run;
      type Cursor = Awaited<ReturnType<typeof run>>;
      const lookOn = (cursor: Cursor): Promise<Cursor> =>
        db.transaction((tx) => run(tx, { key: '', payload: {}, cursor, dueAt: 0, attempts: 0 }));
      let pieces = 1;
      for (let cursor = await lookOn(null); cursor !== null; cursor = await lookOn(cursor)) pieces += 1;
      return pieces;
    },
    list: (userId?: string) => call<Listed>('x.alerts', {}, userId),
    /** Stores a print some seconds after the last thing, and says whether processes hear it. */
    async print(price: string, { afterMs = 1_000, isHeard = true } = {}) {
      time.now += afterMs;
      const last = (await findLastPrint(db.read)) ?? { seq: 0, hash: GENESIS_HASH };
      const draft = { seq: last.seq + 1, time: time.now, prices: formatPrices(new Map([['BTC-USDT', price]])), previous: last.hash };
      const print = { ...draft, hash: hashPrint(draft) };
      await insertPrint(db.read, print);
      facts.price = price;
      facts.mark = price;
      if (!isHeard) return;
      for (const listener of listeners) listener(print);
      for (const one of processes) await one.settled();
    },
    async came(): Promise<Came[]> {
      const { rows } = await db.read.query<{ user_id: string; mode: Mode; payload: Record<string, unknown> }>(
        `SELECT user_id, mode, payload FROM event_log WHERE kind = 'alerts.came' ORDER BY id`,
      );
      return rows.map(({ user_id: userId, mode, payload }) => ({ userId, mode, payload }));
    },
  };
}

describe('a price', () => {
  it('comes once when it is reached from below, and the alert is gone', async () => {
    await world.create({});
    await world.print('109.99');
    expect(await world.came()).toEqual([]);
    await world.print('110.5');
    await world.print('111');
    expect(await world.came()).toMatchObject([
      { userId: '7', mode: 'real', payload: { kind: 'price', subject: 'BTC-USDT', direction: 'up', level: '110', value: '110.5' } },
    ]);
    expect(await world.list()).toEqual([]);
  });

  it('comes from above as well', async () => {
    await world.create({ level: '90' });
    await world.print('95');
    await world.print('90');
    expect(await world.came()).toMatchObject([{ payload: { direction: 'down', value: '90' } }]);
  });

  it('that repeats is silent for its pause and until the price has been back', async () => {
    await world.create({ pause: '15' });
    await world.print('110');
    await world.print('105');
    await world.print('112');
    expect(await world.came()).toHaveLength(1);
    await world.print('112', { afterMs: 15 * MINUTE });
    await world.print('113');
    expect((await world.list())[0]?.state).toBe('waiting');
    expect(await world.came()).toHaveLength(1);
    await world.print('109');
    await world.print('111');
    expect(await world.came()).toHaveLength(2);
  });
});

describe('other figures', () => {
  it('a move is measured against the print of so many minutes before, and against none that is older than a minute more', async () => {
    await world.create({ kind: 'move', level: '5', minutes: '5' });
    await world.print('100');
    await world.print('104.9', { afterMs: 5 * MINUTE });
    expect(await world.came()).toEqual([]);
    await world.print('150', { afterMs: 7 * MINUTE });
    expect(await world.came()).toEqual([]);
    await world.print('142.5', { afterMs: 5 * MINUTE });
    expect(await world.came()).toMatchObject([{ payload: { kind: 'move', minutes: 5, value: '5' } }]);
  });

  it('funding in percent', async () => {
    await world.create({ kind: 'funding', level: '0.03' });
    await world.print('100');
    world.facts.rate = '0.0003';
    await world.print('100');
    expect(await world.came()).toMatchObject([{ payload: { kind: 'funding', value: '0.03' } }]);
  });

  it('the distance to liquidation follows the position: parked without one, and judged by what it is when the mark gets there', async () => {
    await world.create({ kind: 'liquidation', level: '10', pause: '60' });
    expect((await world.list())[0]?.state).toBe('parked');
    world.facts.liquidation = '90';
    await world.look();
    expect((await world.list())[0]).toMatchObject({ state: 'armed', direction: 'down' });
    await world.print('101');
    // Margin was added since: what was stored is out of date.
    world.facts.liquidation = '80';
    await world.print('99');
    expect(await world.came()).toEqual([]);
    await world.print('88.8');
    expect(await world.came()).toMatchObject([{ payload: { kind: 'liquidation', value: '88.8' } }]);
    world.facts.liquidation = null;
    await world.look();
    expect((await world.list())[0]?.state).toBe('paused');
  });

  it('margin is watched from a fill on, without being asked for: a warning an hour, none once the position is closed', async () => {
    const filled = (userId: string) => {
      const payload = { order: '1', market: 'BTC-USDT', side: 'buy', quantity: '1', value: '100', fee: '0', state: 'filled' };
      const event = { id: '1', kind: 'perpetual.order-filled', userId, mode: 'real' as const, at: START, payload };
      return world.db.transaction((tx) => world.processes[0]!.consumers[0]!.handle(tx, [event]));
    };
    await world.print('100');
    world.facts.warning = '95';
    const listWatched = async () =>
      (await world.db.read.query("SELECT user_id, mode, figure, direction, threshold, state FROM alerts WHERE kind = 'margin'")).rows;
    await filled('7');
    const watched = await listWatched();
    expect(watched).toHaveLength(1);
    await filled('7');
    expect(await listWatched()).toEqual(watched);
    // The same when nothing is left of it and what happened is read again.
    await world.db.read.query('DELETE FROM alerts');
    await filled('7');
    expect(await listWatched()).toEqual(watched);
    expect(await world.list()).toEqual([]);
    await world.print('94');
    expect(await world.came()).toMatchObject([
      { userId: '7', mode: 'real', payload: { kind: 'margin', subject: 'BTC-USDT', value: '94' } },
    ]);
    await world.print('93');
    await world.print('97', { afterMs: 60 * MINUTE });
    await world.print('94');
    expect(await world.came()).toHaveLength(2);
    world.facts.warning = null;
    await world.print('97', { afterMs: 60 * MINUTE });
    await world.print('94');
    expect(await world.came()).toHaveLength(2);
    expect((await world.db.read.query('SELECT id FROM alerts')).rows).toEqual([]);
  });

  it('margin of positions that nobody watched, opened before margins were or endangered only since, is watched from the next look on', async () => {
    await world.db.read.query(`INSERT INTO users (id, username, username_key, referral_code, kind)
      SELECT n, 'p' || n, 'p' || n, 'R' || lpad(n::text, 7, '0'), CASE n WHEN 1100 THEN 'service' ELSE 'person' END FROM generate_series(100, 1100) AS n`);
    world.facts.open = Array.from({ length: 1_001 }, (_, n) => ({ userId: String(100 + n), mode: 'real' as const, market: 'BTC-USDT' }));
    await world.print('100');
    // No price endangers them yet.
    expect(await world.look()).toBe(3);
    world.facts.warning = '95';
    await world.look();
    const watched = async () => (await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM alerts')).rows[0]?.n;
    expect(Number(await watched())).toBe(1_000);
    await world.look();
    expect(Number(await watched())).toBe(1_000);
    await world.print('94');
    expect(await world.came()).toHaveLength(1_000);
  });

  it('a loan by the clock of the prints; one that was repaid takes its alert away', async () => {
    world.facts.due = START + 60 * MINUTE;
    await world.create({ kind: 'loan', subject: '17', level: '1' });
    world.facts.due = START + 90 * MINUTE;
    await world.print('100');
    expect(await world.came()).toEqual([]);
    await world.print('100', { afterMs: 30 * MINUTE });
    expect(await world.came()).toMatchObject([{ payload: { kind: 'loan', subject: '17', level: '1' } }]);
    await world.create({ kind: 'loan', subject: '17', level: '1' });
    world.facts.due = null;
    await world.print('100');
    expect(await world.came()).toHaveLength(1);
    expect(await world.list()).toEqual([]);
  });
});

describe('judging', () => {
  it('tells once, however many processes hear the print', async () => {
    for (let process = 0; process < 3; process += 1) await world.addProcess();
    for (let alert = 0; alert < 30; alert += 1) await world.create({}, alert % 2 === 0 ? '7' : '8');
    await world.print('110');
    expect(await world.came()).toHaveLength(30);
    expect(new Set((await world.came()).map(({ payload }) => payload.alert)).size).toBe(30);
  });

  it('goes on after a restart with the prints that nobody judged, and tells nothing again', async () => {
    for (let second = 0; second < 10; second += 1) await world.print('100');
    await world.create({});
    await world.create({ pause: '15' });
    await world.stop();
    await world.print('111', { isHeard: false });
    await world.print('100', { isHeard: false });
    await world.addProcess();
    await world.processes[1]!.settled();
    expect(await world.came()).toHaveLength(2);
    await world.addProcess();
    await world.processes[2]!.settled();
    expect(await world.came()).toHaveLength(2);
  });

  it('does more than one transaction takes', async () => {
    await world.db.read.query(`INSERT INTO alert_people (user_id, kept) VALUES (7, 50)`);
    await world.db.read.query(`INSERT INTO users (id, username, username_key, referral_code, kind)
      SELECT n, 'p' || n, 'p' || n, 'R' || lpad(n::text, 7, '0'), 'person' FROM generate_series(100, 110) AS n`);
    await world.db.read.query(`INSERT INTO alert_people (user_id, kept) SELECT n, 50 FROM generate_series(100, 110) AS n`);
    await world.db.read.query(
      `INSERT INTO alerts (user_id, mode, kind, subject, level, figure, direction, threshold, state, armed_at, created_at)
       SELECT p.user_id, 'real', 'price', 'BTC-USDT', 110, 'price:BTC-USDT', 'up', 110, 'armed', 0, 0 FROM alert_people p, generate_series(1, 50)`,
    );
    await world.print('110');
    expect(await world.came()).toHaveLength(600);
    expect(await world.list()).toEqual([]);
  });
});

describe('asking for one', () => {
  it('is answered alike twice, and bounded', async () => {
    const { id } = await world.create({ request_id: 'request-same-000001' });
    expect(await world.create({ request_id: 'request-same-000001' })).toEqual({ id });
    for (let alert = 1; alert < 50; alert += 1) await world.create({});
    await expect(world.create({})).rejects.toMatchObject({ code: 'ALERT_TOO_MANY' });
    await world.call('x.alertRemove', { id }, '8');
    expect(await world.list()).toHaveLength(50);
    await world.call('x.alertRemove', { id });
    await world.call('x.alertRemove', { id });
    expect(await world.list()).toHaveLength(49);
    await world.create({});
  });

  it.each([
    [{ level: '0' }, 'ALERT_LEVEL_REFUSED'],
    [{ kind: 'move', level: '0.05', minutes: '5' }, 'ALERT_LEVEL_REFUSED'],
    [{ kind: 'move', level: '1.001', minutes: '5' }, 'ALERT_LEVEL_REFUSED'],
    [{ kind: 'move', level: '5' }, 'REQUEST_INVALID'],
    [{ subject: 'NO-SUCH' }, 'MARKET_UNKNOWN'],
    [{ subject: '17' }, 'MARKET_UNKNOWN'],
    [{ kind: 'loan', subject: '18', level: '1' }, 'NOT_FOUND'],
    [{ kind: 'loan', subject: 'BTC-USDT', level: '1' }, 'NOT_FOUND'],
    [{ kind: 'loan', subject: '17', level: '1', pause: '15' }, 'REQUEST_INVALID'],
  ])('%o is refused with %s', async (input, code) => {
    await expect(world.create(input)).rejects.toMatchObject({ code });
    expect(await world.list()).toEqual([]);
  });
});
