import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findList, isLookLogged, LIST_NAMES, type ListName, type ListPage, type ListRow } from '../../lib/operator/lists';
import { createOperatorKey, foundOperator, identifyOperator, ROLES } from '../modules/operators/operators';
import { keepLargestPositions } from '../modules/perpetual/perpetual';
import { appendLog } from '../modules/operators/operators.log';
import type { Database } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { runCommand } from './commands';
import { exportReport } from './export-command';
import { answerEndpoint, findEndpoint } from './surface';

const UNIT = 10n ** 8n;
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
const tokens = new Map<string, string>();
const keys = new Map<string, string>();

beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db, { env: { consoleKey: 'x'.repeat(40), filesKey: 'A'.repeat(43) } });
  const found = async (name: string, roles: readonly string[]) => {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: [...roles], fingerprint, at: 0 }));
    keys.set(name, key);
    tokens.set(name, ((await ask('session.key', { key })) as { token: string }).token);
  };
  await found('eve', [...ROLES]);
  await found('tom', ['admin']);
  for (const [name, role] of [
    ['pat', 'product'],
    ['tia', 'treasurer'],
    ['aud', 'auditor'],
  ]) {
    const { key, fingerprint } = createOperatorKey();
    const sql = 'INSERT INTO operators (name, roles, key_hash, created_at) VALUES ($1, ARRAY[$2], $3, 0)';
    await db.read.query(sql, [name, role, fingerprint]);
    tokens.set(name ?? '', ((await ask('session.key', { key })) as { token: string }).token);
  }
  await fill();
});
afterAll(() => db.close());

async function ask(name: string, input: unknown, who = 'eve'): Promise<unknown> {
  const served = findEndpoint(name);
  if (served === null) throw new Error(`no ${name}`);
  const looks = [{ market: 'BTC-USDT', state: 'fresh', price: '1', ageMs: 1, sources: 3, mark: '1' }];
  const wallets = [{ network: 'BTC', address: 'bc1q', asset: 'BTC', amount: '1' }];
  const desk = {
    ...made.platform,
    ...{ audits: [], sealing: createLazySealing(made.platform.env), listMarkets: () => looks, listWallets: () => Promise.resolve(wallets) },
    prepareSweep: () => Promise.reject(new Error('no chain')),
  };
  return answerEndpoint(desk, { served, token: tokens.get(who) ?? '', input });
}
const list = async (name: ListName, filters: Record<string, string> = {}, after: string | null = null) =>
  (await ask(`lists.${name}`, { filters, after })) as ListPage;
const cellsOf = (name: ListName, rows: readonly ListRow[], column: string) =>
  rows.map(({ cells }) => cells[findList(name).columns.findIndex((one) => one.name === column)]);

async function fill(): Promise<void> {
  await db.read.query(
    `INSERT INTO users (username, username_key, referral_code, house_frozen_at, withdrawals_suspended_at, frozen_at)
     SELECT 'kim' || n, 'kim' || n, 'K' || lpad(n::text, 7, '0'), CASE n % 10 WHEN 0 THEN now() END, CASE n % 10 WHEN 1 THEN now() END, CASE n % 10 WHEN 2 THEN now() END
       FROM generate_series(1, 120) n`,
  );
  await db.read.query(
    `INSERT INTO perpetual_positions (id, user_id, mode, market, side, quantity, cost, margin, leverage, realized, fees, funding, opened_quantity, opened_cost,
                                      closed_quantity, closed_value, margin_most, opened_at, updated_at, funded_through)
     SELECT n, n, CASE n % 20 WHEN 0 THEN 'demo' ELSE 'real' END, CASE n % 2 WHEN 0 THEN 'BTC-USDT' ELSE 'ETH-USDT' END, CASE n % 3 WHEN 0 THEN 'long' ELSE 'short' END,
            $1::numeric, n * $1::numeric, $1::numeric, 10, 0, 0, 0, $1::numeric, n * $1::numeric, 0, 0, $1::numeric, now(), now(), 0 FROM generate_series(1, 100) n`,
    [String(UNIT)],
  );
  await db.read.query(
    `INSERT INTO perpetual_liquidations (user_id, mode, market, position_id, order_id, side, quantity_before, cost_before, margin_before, closed, by_book, by_book_value,
                                         by_fund, by_others, mark, index_price, print_seq, bankruptcy_price, fee, lost, returned, created_at)
     SELECT n, CASE n % 20 WHEN 0 THEN 'demo' ELSE 'real' END, CASE n % 2 WHEN 0 THEN 'BTC-USDT' ELSE 'ETH-USDT' END, n, n, 'long', 10, 10, 1, 10, 4, 4, 6, 0, 5, 5, 1, 4, 0, 3, 0, now()
       FROM generate_series(1, 130) n`,
  );
  await db.read.query(
    `INSERT INTO chain_reorganisations (network, at, from_block, to_block, undone, carried, is_by_operators)
     SELECT CASE n % 2 WHEN 0 THEN 'BTC' ELSE 'ERC20' END, n, n + 3, n, 1, 0, false FROM generate_series(1, 60) n`,
  );
}

describe('every list', () => {
  it.each(LIST_NAMES)('%s has its columns, and takes each of its filters', async (name) => {
    const { filters, columns } = findList(name);
    const { rows } = await list(name);
    for (const { cells } of rows) expect(cells).toHaveLength(columns.length);
    for (const { name: field, options, of } of filters)
      for (const value of options ?? [of === 'user' ? '7' : 'BTC-USDT'])
        for (const { cells } of (await list(name, { [field]: value })).rows) expect(cells).toHaveLength(columns.length);
  });
  it.each(LIST_NAMES)('security: %s is narrowed by nothing else', async (name) => {
    await expect(list(name, { nonsense: 'x' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    for (const { name: field } of findList(name).filters)
      await expect(list(name, { [field]: "'; DROP TABLE users" })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
  it('security: that names members is shown to nobody who may not look at them', async () => {
    for (const name of LIST_NAMES.filter((one) => findList(one).isPersonal === true))
      await expect(ask(`lists.${name}`, { filters: {}, after: null }, 'pat'), name).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
  it('that names members, or says what is done about them, is a row of the log, and no other is', async () => {
    const count = async () => Number((await db.read.query<{ n: string }>('SELECT count(*) AS n FROM operator_log')).rows[0]?.n);
    for (const name of LIST_NAMES) {
      const before = await count();
      await list(name);
      expect((await count()) - before, name).toBe(isLookLogged(name) ? 1 : 0);
    }
  });
});

describe('security: cases of members', () => {
  const LOOKS = [
    ['queues.list', { queue: 'support' }],
    ['queues.about', { queue: 'support', id: '1' }],
    ['withdrawals.list', {}],
    ['withdrawals.show', { id: '1' }],
  ] as const;
  it.each(LOOKS)('%s is answered to nobody who may not look at cases', async (name, input) => {
    for (const who of ['pat', 'aud']) await expect(ask(name, input, who), who).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
  it('nobody who may not look at them takes a file of them', async () => {
    for (const report of ['support', 'withdrawals-now']) {
      const input = { report, day: '2026-03-01', reason: 'month end' };
      await expect(ask('reports.read', input, 'aud'), report).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      expect(await ask('reports.read', input, 'tia'), report).toMatchObject({ rows: [] });
    }
  });
  it('the page of one is a row of the log, also where there is none', async () => {
    const looks = async () => cellsOf('log', (await list('log', { act: 'cases.read' })).rows, 'Outcome');
    await ask('queues.about', { queue: 'identity', id: '12' });
    expect((await looks())[0]).toBe('the page of case 12 of the queue identity was opened');
    await expect(ask('withdrawals.show', { id: '13' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await looks())[0]).toBe('the page of case 13 of the queue withdrawals was opened');
  });
});

it('users are listed newest first, page by page, and by their state', async () => {
  const first = await list('users');
  const second = await list('users', {}, first.next);
  const names = cellsOf('users', [...first.rows, ...second.rows], 'Name');
  expect(names.slice(0, 2)).toEqual(['kim120', 'kim119']);
  expect(new Set(names).size).toBe(100);
  const frozen = await list('users', { state: 'frozen by the house' });
  expect(frozen.rows).toHaveLength(12);
  expect(new Set(cellsOf('users', frozen.rows, 'State'))).toEqual(new Set(['frozen by the house']));
  expect((await list('users', { state: 'withdrawals suspended' })).rows).toHaveLength(12);
});

it('the largest positions of real accounts come first, also where only the largest of many are kept', async () => {
  const { rows, next } = await list('positions');
  expect(cellsOf('positions', rows, 'Cost (USDT)').slice(0, 2)).toEqual(['99', '98']);
  expect(cellsOf('positions', (await list('positions', {}, next)).rows, 'Cost (USDT)')[0]).toBe('47');
  const long = await list('positions', { market: 'ETH-USDT', side: 'long' });
  expect(cellsOf('positions', long.rows, 'Cost (USDT)').slice(0, 2)).toEqual(['99', '93']);
  expect(await keepLargestPositions(db.long)).toBe(0);
  await db.read.query(
    `INSERT INTO perpetual_positions SELECT (jsonb_populate_record(p, jsonb_build_object('id', 1000 + n, 'user_id', 1000 + n))).* FROM perpetual_positions p, generate_series(1, 5000) n WHERE p.id = 1`,
  );
  expect(await keepLargestPositions(db.long)).toBeGreaterThan(90);
  expect(cellsOf('positions', (await list('positions')).rows, 'Cost (USDT)').slice(0, 2)).toEqual(['99', '98']);
});

it('liquidations are listed newest first, of one market or of all, and none of the demo accounts', async () => {
  const first = await list('liquidations');
  expect(cellsOf('liquidations', first.rows, 'Liquidation').slice(0, 2)).toEqual(['130', '129']);
  const second = await list('liquidations', {}, first.next);
  expect(cellsOf('liquidations', second.rows, 'Liquidation')).not.toContain('80');
  const eth = await list('liquidations', { market: 'ETH-USDT' });
  expect(new Set(cellsOf('liquidations', eth.rows, 'Market'))).toEqual(new Set(['ETH-USDT']));
});

describe('a list that moves while it is read', () => {
  const ids = ({ rows }: ListPage) => rows.map(({ id }) => id);
  it.each<Record<string, string>>([{}, { kind: 'moving on' }, { state: 'waiting' }])(
    'of jobs, narrowed by %j, loses none and tells none twice',
    async (filters) => {
      await db.read.query(`DELETE FROM jobs WHERE kind = 'moving on'`);
      await db.read.query(
        `INSERT INTO jobs (kind, key, due_at, run_at, payload, state, attempts, ended_at)
       SELECT 'moving on', n, now(), now() - n % 7 * interval '1 microsecond', '{}', CASE WHEN n < 9 THEN 'dead' ELSE 'waiting' END, n % 40 / 39, CASE WHEN n < 9 THEN now() END
         FROM generate_series(1, 110) n`,
      );
      const { rows: all } = await db.read.query<{ id: string }>(
        `SELECT id FROM jobs WHERE kind = 'moving on' ${'state' in filters ? "AND state = 'waiting' AND attempts = 0" : ''}`,
      );
      const first = await list('jobs', filters);
      await db.read.query(`UPDATE jobs SET state = 'done', ended_at = now() WHERE id = ANY($1::int8[])`, [ids(first).slice(10, 20)]);
      const second = await list('jobs', filters, first.next);
      await db.read.query(`UPDATE jobs SET state = 'done', ended_at = now() WHERE id = ANY($1::int8[])`, [ids(second).slice(0, 10)]);
      const third = second.next === null ? [] : ids(await list('jobs', filters, second.next));
      const seen = [...ids(first), ...ids(second), ...third];
      expect(new Set(seen).size).toBe(seen.length);
      for (const { id } of all) expect(seen).toContain(id);
    },
  );
  it('of jobs names their kinds in words, and is narrowed by them', async () => {
    await db.read.query(`INSERT INTO jobs (kind, key, due_at, run_at, payload) VALUES ('sandbox-blocks', 'next', now(), now(), '{}')`);
    for (const kind of ['sandbox blocks', 'sandbox-blocks'])
      expect(cellsOf('jobs', (await list('jobs', { kind })).rows, 'Kind')).toEqual(['sandbox blocks']);
  });
  it('of events put aside loses none and tells none twice', async () => {
    const add = (from: number, to: number) =>
      db.read.query(
        `INSERT INTO event_dead_letters (consumer, id, at, kind, payload, error, attempts)
         SELECT 'part ' || n % 3, n, now(), 'gift.given', '{}', 'was broken', 3 FROM generate_series($1::int8, $2::int8) n`,
        [from, to],
      );
    await add(1, 70);
    const first = await list('events');
    await add(71, 80);
    const second = await list('events', {}, first.next);
    const seen = [...ids(first), ...ids(second)];
    expect([seen.length, new Set(seen).size]).toEqual([70, 70]);
  });
  it('security: goes on behind nothing that it has no rows like', async () => {
    for (const [name, after] of [
      ['jobs', '12'],
      ['jobs', '9.1.1'],
      ['events', '1.x.keeper'],
      ['users', 'x'],
      ['positions', '200001'],
    ] as const)
      await expect(list(name, {}, after), `${name} ${after}`).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

it('reorganisations are listed by network', async () => {
  const { rows, next } = await list('reorganisations');
  expect([rows.length, next]).toEqual([50, '11']);
  expect(new Set(cellsOf('reorganisations', (await list('reorganisations', { network: 'BTC' })).rows, 'Network'))).toEqual(
    new Set(['BTC']),
  );
});

it('the log is narrowed by operator and by act', async () => {
  await ask('reports.read', { report: 'jobs', day: '2026-03-01', reason: 'why' }, 'tom');
  expect(cellsOf('log', (await list('log', { operator: 'tom', act: 'reports.read' })).rows, 'Reason')).toEqual(['why']);
  expect((await list('log', { operator: 'nobody' })).rows).toEqual([]);
});

describe('a list as a file', () => {
  const take = (report: string, filters: Record<string, string> = {}, who = 'eve') =>
    ask('reports.read', { report, day: '2026-03-01', filters, reason: 'month end' }, who) as Promise<{ rows: string[][] }>;
  it('is narrowed as the list is, and the log says how', async () => {
    expect((await take('liquidations', { market: 'ETH-USDT' })).rows).toHaveLength(65);
    const [newest] = (await list('log', { act: 'reports.read' })).rows;
    expect(newest?.cells).toContain('the report liquidations of 2026-03-01 was read (market ETH-USDT)');
    await expect(take('liquidations', { nonsense: 'x' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
  it('security: is taken by nobody who may not see the list or take files, and no row of the log says that they did', async () => {
    const count = async () => (await list('log', { act: 'reports.read' })).rows.length;
    const before = await count();
    for (const [who, report] of [
      ['pat', 'positions'],
      ['pat', 'jobs'],
      ['tia', 'log'],
      ['tia', 'audits'],
    ] as const)
      await expect(take(report, {}, who), `${who} ${report}`).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await count()).toBe(before);
    await take('positions', {}, 'tia');
    expect(await count()).toBe(before + 1);
  });
  it('is the same over the command line, for who may take it, with a reason', async () => {
    const context = { db, env: made.platform.env, audits: [], operatorKey: keys.get('eve') ?? '', now: () => made.time.now };
    const { text } = await runCommand(context, ['export', 'liquidations', 'market=ETH-USDT', '--reason', 'month end']);
    expect(text.split('\r\n')).toHaveLength(67);
    expect(text.split('\r\n')[0]).toMatch(/^User,Liquidation,Time/);
    await expect(runCommand(context, ['export', 'liquidations'])).rejects.toThrow('reason');
  });
  it('error: what only an exchange that runs knows is refused where it stands still, and no empty file is written', async () => {
    const context = { db, env: made.platform.env, audits: [], operatorKey: keys.get('eve') ?? '', now: () => made.time.now };
    for (const report of ['wallets', 'markets'])
      await expect(runCommand(context, ['export', report, '--reason', 'month end']), report).rejects.toThrow('start it');
  });
  it('error: that is longer than a file says so in its last line, and ends the command with 1', async () => {
    await db.read.query(
      `INSERT INTO jobs (kind, key, due_at, run_at, payload) SELECT 'many', n, now(), now(), '{}' FROM generate_series(1, 2100) n`,
    );
    const actor = await identifyOperator(db.read, keys.get('eve') ?? '', made.time.now);
    const take = (rowsMax: number) =>
      exportReport({ db, words: ['jobs', 'kind=many'], reason: 'month end', now: () => made.time.now, rowsMax }, actor);
    const { code, text } = await take(2_000);
    expect([code, text.split('\r\n').length]).toEqual([1, 2_003]);
    expect(text).toMatch(/\r\n"INCOMPLETE: [^"]*"\r\n$/);
    const whole = await take(4_000);
    expect([whole.code, whole.text.split('\r\n').length]).toEqual([0, 2_102]);
  });
});

describe('more requests than a page shows', () => {
  const DAY = 86_400_000;
  beforeAll(async () => {
    await db.read.query(
      `INSERT INTO operator_requests (act, target, reason, input, input_hash, preview, requested_by, requested_at, expires_at)
       SELECT CASE WHEN n < 261 THEN 'markets.resume' ELSE 'networks.resume' END, CASE WHEN n < 261 THEN 'BTC-USDT' ELSE 'TRC20' END, 'why', '{}', repeat('a', 64), 'what is done',
              (SELECT id FROM operators WHERE name = 'tom'), $1::int8 + n, $1::int8 + $2::int8 FROM generate_series(1, 261) n`,
      [made.time.now, DAY],
    );
  });
  it('are read to the newest, in the list, by who decides them, and narrowed', async () => {
    const read = async (name: string, filters: object) => {
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = (await ask(name, { filters, after })) as { items?: { id: string }[]; rows?: { id: string }[]; next: string | null };
        seen.push(...(page.items ?? page.rows ?? []).map(({ id }) => id));
        after = page.next;
        if (after === null) return seen;
      }
    };
    const all = await db.read.query<{ id: string }>(`SELECT id FROM operator_requests WHERE state = 'open' ORDER BY id`);
    for (const name of ['requests.list', 'lists.approvals']) {
      expect(await read(name, {}), name).toEqual(all.rows.map(({ id }) => id));
      expect(await read(name, { about: 'networks' }), name).toEqual([all.rows.at(-1)?.id]);
      expect(await read(name, { asked: 'by me' }), name).toEqual([]);
      expect(await read(name, { asked: 'by others' }), name).toHaveLength(all.rows.length);
    }
  });
  it('are counted whole, and stand on the page of their object', async () => {
    const { queues } = (await ask('today.show', {})) as { queues: { name: string; count: number }[] };
    expect(queues.find(({ name }) => name === 'approvals')?.count).toBe(261);
    expect(await ask('objects.about', { kind: 'network', id: 'TRC20' })).toMatchObject({
      requests: [{ act: 'networks.resume', requester: 'tom' }],
    });
  });
  it('all stand on the page of their object, a page of them each time, as do all rows of the log about it', async () => {
    // What one operator does alone has a pace: so many rows are of many hours.
    const about = { actor: 'tom', actorKind: 'operator', proof: 'key', act: 'networks.pause', target: 'ERC20', phase: 'done' } as const;
    const rest = { requestId: null, inputHash: 'a'.repeat(64), outcome: 'paused' };
    await db.transaction(async (tx) => {
      for (let row = 0; row < 205; row += 1) await appendLog(tx, { ...about, ...rest, at: made.time.now, reason: String(row) });
    });
    const requests: string[] = [];
    const reasons: string[] = [];
    let page = { after: null as string | null, before: null as number | null };
    type Shown = { requests: { id: string }[]; log: { reason: string }[]; next: typeof page };
    const read = async (kind: string, id: string, asked: object) => (await ask('objects.about', { kind, id, ...asked })) as Shown;
    for (;;) {
      const shown = await read('market', 'BTC-USDT', { after: page.after });
      requests.push(...shown.requests.map(({ id }) => id));
      page = shown.next;
      if (page.after === null) break;
    }
    for (page = { after: null, before: null }; ; ) {
      const shown = await read('network', 'ERC20', { before: page.before });
      reasons.push(...shown.log.map(({ reason }) => reason));
      page = shown.next;
      if (page.before === null) break;
    }
    const all = await db.read.query<{ id: string }>(`SELECT id FROM operator_requests WHERE target = 'BTC-USDT' ORDER BY id`);
    expect(requests).toEqual(all.rows.map(({ id }) => id));
    expect(reasons).toEqual(Array.from({ length: 205 }, (_, row) => String(204 - row)));
  });
});
