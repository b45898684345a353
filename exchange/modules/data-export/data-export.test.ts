import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestWorld, type Envelope, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { callConfirmed } from '../../../tests/helpers/step-up';
import { walletOf } from '../../../tests/helpers/test-wallet';
import { EXPORT_KEPT_MS, EXPORT_OPEN_MS, EXPORT_ROWS_MAX } from '../../../lib/rules/data-export';
import { createSealing } from '../../platform/sealing';
import { createDataExportModule } from './data-export.module';
import { openPart } from './data-export.job';
import { resealExports } from './data-export.reseal';
import { exportRetention, findPart } from './data-export.repository';
import { SECTIONS } from './data-export.sections';

const FILES_KEY = 'A'.repeat(43);
const NEW_KEY = 'B'.repeat(42).concat('A');
const DAY_MS = 86_400_000;
const ORDERS = 2 * EXPORT_ROWS_MAX + 5;
type Sums = { section: string; columns: string[]; first: number; parts: number; rows: number }[];
type State = { id: string | null; ready: number | null; until: number | null; next: number | null; sections: Sums };

let world: TestWorld;
const people = { ada: { client: null as unknown as Client, id: '' }, bob: { client: null as unknown as Client, id: '' } };
const stateOf = async (client: Client) => (await client.get('/x/data-export')).info as State;
const ask = (name: 'ada' | 'bob'): Promise<Envelope> => {
  const { client } = people[name];
  return callConfirmed(world, client, () => client.post('/x/data-export-ask', {}), name);
};
const open = (client: Client) => client.post('/x/data-export-open', {});
const readPart = (client: Client, id: string, part: number) => client.get(`/x/data-export-part?id=${id}&part=${part}`);

async function readAll(client: Client): Promise<Map<string, Record<string, string | null>[]>> {
  const { id, sections } = await stateOf(client);
  const all = new Map<string, Record<string, string | null>[]>();
  for (const { section, columns, first, parts } of sections) {
    const rows: Record<string, string | null>[] = [];
    for (let part = first; part < first + parts; part += 1) {
      const { info } = await readPart(client, id ?? '', part);
      const read = info as { section: string; rows: (string | null)[][] };
      expect(read.section).toBe(section);
      rows.push(...read.rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null]))));
    }
    all.set(section, rows);
  }
  return all;
}

/** Orders of both accounts, each third of them filled against the other person. */
async function trade(): Promise<void> {
  const { ada, bob } = people;
  const orders = `INSERT INTO spot_orders (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee, status,
      rank, created_at, updated_at)
    SELECT $2 + n, $1, CASE n % 2 WHEN 0 THEN 'real' ELSE 'demo' END, 'BTC-USDT', $4, 'limit', 'GTC', 100, 100000000, 100000000, 0, 0, 0, 'cancelled', $2 + n, now(), now()
      FROM generate_series(1, $3::int) AS n`;
  await world.db.read.query(orders, [ada.id, 10_000, ORDERS, 'buy']);
  await world.db.read.query(orders, [bob.id, 50_000, ORDERS, 'sell']);
  await world.db.read.query(
    `INSERT INTO spot_fills (id, market, mode, price, quantity, value, taker_side, maker_order_id, taker_order_id, maker_fee, taker_fee, journal_id, created_at)
     SELECT n, 'BTC-USDT', CASE n % 2 WHEN 0 THEN 'real' ELSE 'demo' END, 100.5, 50000000, 5025000000, 'sell', 10000 + n, 50000 + n, 7, 777777, 1, now()
       FROM generate_series(3, $1::int, 3) AS n`,
    [ORDERS],
  );
}

beforeAll(async () => {
  world = await createTestWorld(
    { env: { filesKey: FILES_KEY } },
    { more: async ({ platform, stepUp }) => [createDataExportModule(platform, { stepUp: stepUp.stepUp })] },
  );
  for (const name of ['ada', 'bob'] as const) {
    const client = await signInByWallet(world, { wallet: name });
    const { rows } = await world.db.read.query<{ id: string }>('SELECT id FROM users WHERE wallet_address = $1', [
      walletOf(name).address.toLowerCase(),
    ]);
    people[name] = { client, id: rows[0]?.id ?? '' };
  }
  await world.db.read.query(`UPDATE users SET password_hash = 'HASH-OF-ADA', mail_phrase = 'PHRASE-OF-ADA' WHERE id = $1`, [people.ada.id]);
  await trade();
});
afterAll(() => world.close());

it('is made once it is confirmed, in parts of a thousand rows, whatever is in it, and told of', async () => {
  const { ada } = people;
  expect(await ada.client.post('/x/data-export-ask', {})).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect((await ask('ada')).status).toBe(1);
  expect(await stateOf(ada.client)).toMatchObject({ ready: null, until: null, sections: [] });
  await world.jobs.round();
  const state = await stateOf(ada.client);
  expect(state).toMatchObject({ ready: world.time.now, until: world.time.now + EXPORT_KEPT_MS, next: world.time.now + DAY_MS });
  expect(state.sections.map(({ section }) => section)).toEqual(SECTIONS.map(({ name }) => name));
  const sizes = await world.db.read.query<{ most: number }>('SELECT max(rows) AS most FROM data_export_parts');
  expect(sizes.rows[0]?.most).toBe(EXPORT_ROWS_MAX);
  const told = await world.db.read.query('SELECT payload FROM event_log WHERE kind = $1 AND user_id = $2', ['data-export.ready', ada.id]);
  expect(told.rows).toEqual([{ payload: { until: state.until } }]);
});

it('security: it is downloaded by the device that confirmed that, for an hour; no other device of its owner, and none without', async () => {
  const { client } = people.ada;
  const { id } = await stateOf(client);
  const asked = { code: 'STEP_UP_REQUIRED', params: { act: 'exportDownload' } };
  expect(await readPart(client, id ?? '', 0)).toMatchObject(asked);
  expect(await open(client)).toMatchObject(asked);
  expect(await callConfirmed(world, client, () => open(client), 'ada')).toMatchObject({
    info: { open_until: world.time.now + EXPORT_OPEN_MS },
  });
  expect(await readPart(client, id ?? '', 0)).toMatchObject({ status: 1 });
  const other = await signInByWallet(world, { wallet: 'ada' });
  expect(await stateOf(other)).toMatchObject({ id, open_until: null });
  expect([await readPart(other, id ?? '', 0), await open(other)]).toMatchObject([asked, asked]);
  world.time.now += EXPORT_OPEN_MS;
  expect(await readPart(client, id ?? '', 0)).toMatchObject(asked);
  expect(await callConfirmed(world, client, () => open(client), 'ada')).toMatchObject({ status: 1 });
  expect(await open(client)).toMatchObject({ status: 1 });
});

it('holds every order and the own side of every fill, once, with exact decimals', async () => {
  const all = await readAll(people.ada.client);
  const orders = all.get('spot-orders') ?? [];
  expect(new Set(orders.map(({ id }) => id)).size).toBe(ORDERS);
  expect(orders).toHaveLength(ORDERS);
  expect(orders[0]).toMatchObject({ account: 'demo', market: 'BTC-USDT', side: 'buy', price: '100', quantity: '1', status: 'cancelled' });
  const fills = all.get('spot-fills') ?? [];
  expect(new Set(fills.map(({ id }) => id)).size).toBe(Math.floor(ORDERS / 3));
  expect(fills).toHaveLength(Math.floor(ORDERS / 3));
  expect(fills[0]).toMatchObject({ side: 'buy', price: '100.5', quantity: '0.5', value: '50.25', fee: '0.00000007', liquidity: 'maker' });
  expect(all.get('profile')).toMatchObject([{ user: people.ada.id, wallet: walletOf('ada').address.toLowerCase() }]);
  expect(all.get('sessions')?.length).toBeGreaterThan(0);
});

it('security: it has nothing of others and no secret, and lies sealed for its owner alone', async () => {
  const text = JSON.stringify([...(await readAll(people.ada.client))]);
  const { rows } = await world.db.read.query<{ token_hash: string }>('SELECT token_hash FROM sessions');
  const secrets = [...rows.map(({ token_hash }) => token_hash), 'HASH-OF-ADA', 'PHRASE-OF-ADA'];
  for (const word of [...secrets, walletOf('bob').address.toLowerCase(), '0.00777777', '"50003"']) expect(text).not.toContain(word);
  const { id } = await stateOf(people.ada.client);
  const parts = await world.db.read.query<{ key_id: string; sealed: Uint8Array }>(
    'SELECT key_id, sealed FROM data_export_parts WHERE export_id = $1 AND part = 0',
    [id],
  );
  const sealed = { keyId: parts.rows[0]?.key_id ?? '', sealed: Buffer.from(parts.rows[0]?.sealed ?? []) };
  const sealing = createSealing([FILES_KEY]);
  expect(openPart(sealing, { exportId: id ?? '', part: 0 }, people.ada.id, sealed)).toHaveLength(1);
  expect(() => openPart(sealing, { exportId: id ?? '', part: 0 }, people.bob.id, sealed)).toThrow();
});

it('is sealed anew under a new key in pieces, and opens without the old one', async () => {
  const [before, after] = [createSealing([FILES_KEY]), createSealing([NEW_KEY, FILES_KEY])];
  const { rows } = await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM data_export_parts');
  const all = Number(rows[0]?.n);
  expect(all).toBeGreaterThan(20);
  expect(await resealExports(world.db, after)).toBe(all);
  expect(await resealExports(world.db, after)).toBe(0);
  const { id } = await stateOf(people.ada.client);
  const part = await findPart(world.db.read, { exportId: id ?? '', part: 0 });
  if (part === null) throw new Error('it is there');
  expect(openPart(createSealing([NEW_KEY]), { exportId: id ?? '', part: 0 }, people.ada.id, part)).toHaveLength(1);
  expect(() => openPart(before, { exportId: id ?? '', part: 0 }, people.ada.id, part)).toThrow('lacks the key');
  // Back, for the process of this test knows the old key alone.
  await resealExports(world.db, { ...before, open: after.open });
});

it('every table that lies sealed is among those that a change of keys reaches', async () => {
  const { rows } = await world.db.read.query<{ table_name: string }>(
    `SELECT DISTINCT table_name FROM information_schema.columns WHERE column_name LIKE '%sealed%' ORDER BY table_name`,
  );
  expect(rows.map(({ table_name }) => table_name)).toEqual([
    'data_export_parts',
    'files',
    'identity_submissions',
    'loan_agreements',
    'operator_credentials',
    'second_factor_attempts',
    'second_factors',
  ]);
});

it("security: another member's is none, and so is one that is over", async () => {
  const { id } = await stateOf(people.ada.client);
  expect(await readPart(people.bob.client, id ?? '', 0)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await stateOf(people.bob.client)).toMatchObject({ id: null });
  expect(await readPart(people.ada.client, id ?? '', 99_999)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await ask('ada')).toMatchObject({ code: 'EXPORT_LATER' });
  world.time.now += EXPORT_KEPT_MS;
  expect(await readPart(people.ada.client, id ?? '', 0)).toMatchObject({ code: 'NOT_FOUND' });
});

it('of 200 asked for at once one is made; what is over is removed', async () => {
  const { client } = people.bob;
  await callConfirmed(world, client, () => client.post('/x/data-export-ask', {}), 'bob');
  await Promise.all(Array.from({ length: 200 }, () => client.post('/x/data-export-ask', {})));
  const count = async (table: string) => (await world.db.read.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n;
  expect(Number(await count('data_exports'))).toBe(2);
  world.time.now += 30 * DAY_MS;
  const remove = () => world.db.transaction((tx) => exportRetention.remove(tx, { before: world.time.now, limit: 1_000 }));
  // Parts go some at a time; as many as were asked for means that there are more.
  while ((await remove()) === 1_000) expect(Number(await count('data_exports'))).toBe(2);
  expect([await count('data_exports'), await count('data_export_parts')].map(Number)).toEqual([0, 0]);
});
