import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { liabilities, ownLiabilities } from '../../../lib/protocol/liabilities';
import { findInclusionFault } from '../../../lib/rules/liabilities';
import type { CallContext } from '../../http/register-call';
import type { Database } from '../../platform/db';
import type { JobKind } from '../../platform/job-kinds';
import { fromUnits } from '../../platform/decimal';
import { JobRunner } from '../../platform/job-runner';
import { createLogger } from '../../platform/logger';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { openServiceAccount } from '../accounts/accounts';
import { postJournals, prepareJournals } from '../ledger/ledger';
import { CHUNK_MEMBERS } from './liabilities.job';
import { createLiabilitiesModule } from './liabilities.module';
import { hashText } from './liabilities.tree';

type Cursor = { step: string; asset?: string } | null;
const HOUR_MS = 3_600_000;
const UNIT = 100_000_000n;
/** More than two tiers of pages, and no whole number of them. */
const MEMBERS = 4_200;
const FIRST = 500_000;

function createSignal(): { given: Promise<null>; give(): void } {
  let give: (value: null) => void = () => undefined;
  const given = new Promise<null>((resolve) => (give = resolve));
  return { given, give: () => void give(null) };
}

describe.each(['embedded', 'postgres'] as const)('trees of what members own on the %s database', (kind) => {
  let server: SharedPostgres | null = null;
  let db: Database;
  let made: ReturnType<typeof createTestPlatform>;
  let built: { at: number; sums: ReadonlyMap<string, bigint> }[];
  let world: ReturnType<typeof createLiabilitiesModule>;
  let count = 0;

  beforeAll(async () => {
    server = kind === 'postgres' ? await sharePostgres() : null;
    db = server === null ? await createTestDatabase() : openPatiently(await server.createDatabase('liabilities'), createLogger('silent'));
    made = createTestPlatform(db, { env: { sandbox: false } });
    await addPersons([7, 8, 9]);
  });
  afterAll(async () => {
    await db?.close();
    await server?.stop();
  });
  beforeEach(() => {
    built = [];
    made.time.now += 25 * HOUR_MS;
    world = createLiabilitiesModule(made.platform, { onBuilt: async (_tx, of) => void built.push(of) });
  });

  async function addPersons(ids: readonly number[]): Promise<void> {
    await db.read.query(
      `INSERT INTO users (id, username, username_key, referral_code, kind)
       SELECT i, 'user' || i, 'user' || i, lpad(i::text, 8, '0'), 'person' FROM unnest($1::int8[]) AS i`,
      [ids],
    );
  }
  const journal = (userId: string | number, asset: string, amount: bigint, part = 'available', mode = 'real') => {
    count += 1;
    const postings = [
      { address: `outside:${mode}:issuance:${asset}`, amount: -amount },
      { address: `user:${userId}:${mode}:${asset}:${part}`, amount },
    ];
    return { code: 'FAUCET', reference: `r${count}`, at: 1, postings };
  };
  const grant = (...of: Parameters<typeof journal>) => db.transaction((tx) => postJournals(tx, [journal(...of)]));
  const runnerOf = () => new JobRunner({ ...made.platform, db, kinds: world.jobs });
  const jobs = () => world.jobs as readonly JobKind[];
  const begin = () => db.transaction((tx) => jobs()[0]!.run(tx, { key: '', payload: {}, cursor: null, dueAt: 0, attempts: 0 }));
  const buildAll = async () => {
    await begin();
    await runnerOf().round();
  };
  const alarms = () => made.platform.metrics.countAlarms().get('liabilities_not_proved') ?? 0;

  function context(userId: string): CallContext {
    const session = { userId, username: 'ada', mode: 'demo' as const, sessionId: 's' };
    return { session, actor: null, ip: '1.2.3.4', isBff: true, setSession: () => undefined };
  }
  const trees = async () => liabilities.answer.parse(await world.calls[0]!.run({}, context('7'))).trees;
  const own = async (userId: string | number, tree: string) =>
    ownLiabilities.answer.parse(await world.calls[1]!.run({ tree }, context(String(userId))));
  /** Returns what a member's browser finds: each coin with its amount, or with the fault. */
  async function check(userId: string | number, tree: Awaited<ReturnType<typeof trees>>[number]) {
    const { owner, leaves } = await own(userId, tree.id);
    return Promise.all(
      leaves.map(async ({ coin: asset, num: amount, nonce, path }) => {
        const root = tree.roots.find(({ coin }) => coin === asset)!;
        const leaf = { snapshot: tree.id, asset, owner, amount, nonce };
        return `${asset} ${(await findInclusionFault({ leaf, path, root }, async (text) => hashText(text))) ?? amount}`;
      }),
    );
  }

  it('nobody owns anything: the tree has no roots, and nobody has a leaf', async () => {
    expect(await trees()).toEqual([]);
    await buildAll();
    const [tree] = await trees();
    expect(tree).toEqual({ id: expect.any(String), time: made.time.now, roots: [] });
    expect(await own(7, tree!.id)).toEqual({ kept: true, owner: 'member:7', leaves: [] });
  });

  it('all parts of the real account are one leaf, books of hosting have their own, the house and play money have none', async () => {
    const [desk, book] = await Promise.all(
      ['desk', 'book'].map((username) => db.transaction((tx) => openServiceAccount(tx, { username, at: 1 }))),
    );
    await grant(7, 'USDT', 5n * UNIT);
    await grant(7, 'USDT', 1n, 'hold');
    await grant(7, 'BTC', 3n);
    await grant(8, 'USDT', 2n * UNIT, 'margin');
    await grant(8, 'USDT', 900n * UNIT, 'available', 'demo');
    await grant(desk!, 'USDT', 1_000n * UNIT);
    await grant(book!, 'USDT', 10n * UNIT);
    await db.read.query(
      `INSERT INTO hosting_books (plan, mode, user_id, terms, house_units, units, high, opened_at, next_at) VALUES (1, 'real', $1, '{}', 1, 1, 1, 1, 1)`,
      [book],
    );
    await buildAll();
    const [tree] = await trees();
    expect(tree?.roots.map(({ hash: _hash, ...root }) => root)).toEqual([
      { coin: 'BTC', sum: '0.00000003', leaves: 1 },
      { coin: 'USDT', sum: '17.00000001', leaves: 3 },
    ]);
    expect(await check(7, tree!)).toEqual(['BTC 0.00000003', 'USDT 5.00000001']);
    expect(await check(8, tree!)).toEqual(['USDT 2']);
    expect(await check(9, tree!)).toEqual([]);
    expect(built.map(({ at, sums }) => [at, Object.fromEntries(sums)])).toEqual([[made.time.now, { BTC: 3n, USDT: 17n * UNIT + 1n }]]);
    expect((await world.audits[0]!.run(db)).faults).toEqual([]);
  });

  it('security: a leaf is shown to nobody else, and says nothing of who is beside it', async () => {
    const [tree] = await trees();
    const text = JSON.stringify(await own(8, tree!.id));
    expect(text).not.toContain('member:7');
    const { rows } = await db.read.query<{ nonce: string }>(`SELECT encode(nonce, 'hex') AS nonce FROM liability_leaves`);
    expect(rows.filter(({ nonce }) => text.includes(nonce))).toHaveLength(1);
  });

  it('a tree is no younger than the transactions that had taken their journals before it began', async () => {
    // The embedded database has one transaction at a time.
    if (kind === 'embedded') return;
    const [taken, held] = [createSignal(), createSignal()];
    const done = db.transaction(async (tx) => {
      const { write } = await prepareJournals(tx, [journal(9, 'SOL', 4n * UNIT)]);
      taken.give();
      await held.given;
      await write();
    });
    await taken.given;
    await buildAll();
    expect((await trees())[0]?.roots.some(({ coin }) => coin === 'SOL')).toBe(false);
    expect(built).toEqual([]);
    held.give();
    await done;
    made.time.now += 2_000;
    await runnerOf().round();
    expect(await check(9, (await trees())[0]!)).toEqual(['SOL 4']);
  });

  it('one is begun a day, and what was begun and never built is given up', async () => {
    await begin();
    made.time.now += 25 * HOUR_MS;
    await begin();
    const { rows } = await db.read.query<{ state: string }>('SELECT state FROM liability_snapshots ORDER BY id DESC LIMIT 2');
    expect(rows.map(({ state }) => state)).toEqual(['building', 'failed']);
    await runnerOf().round();
    made.time.now += 23 * HOUR_MS;
    const before = (await trees())[0]?.id;
    await buildAll();
    expect((await trees())[0]?.id).toBe(before);
  });

  it('leaves are kept of the newest three trees, roots of all', async () => {
    for (let day = 0; day < 3; day += 1) {
      made.time.now += 25 * HOUR_MS;
      await buildAll();
    }
    const all = await trees();
    expect(all.length).toBeGreaterThan(3);
    expect(await Promise.all(all.map(async ({ id }) => (await own(7, id)).kept))).toEqual(all.map((_tree, index) => index < 3));
    const [leaves] = world.retention;
    for (let removed = 1; removed > 0; )
      removed = await db.transaction((tx) => leaves!.remove(tx, { before: made.time.now, limit: 1_000 }));
    const { rows } = await db.read.query<{ snapshot: string }>(
      'SELECT DISTINCT snapshot FROM liability_leaves UNION SELECT snapshot FROM liability_nodes ORDER BY 1 DESC',
    );
    expect(rows.map(({ snapshot }) => snapshot)).toEqual(all.slice(0, 3).map(({ id }) => id));
    expect(await trees()).toEqual(all);
    expect(await check(7, all[2]!)).toEqual(['BTC 0.00000003', 'USDT 5.00000001']);
  });

  it('error: a leaf that is not what the ledger says is not published, and alarms', async () => {
    const before = await trees();
    await begin();
    const job = jobs()[1]!;
    const { rows } = await db.read.query<{ id: string }>(`SELECT id FROM liability_snapshots WHERE state = 'building'`);
    let cursor: Cursor = null;
    for (let chunk = 0; chunk === 0 || cursor !== null; chunk += 1) {
      if (cursor?.step === 'fold' && cursor.asset === 'BTC')
        await db.read.query(`UPDATE liability_leaves SET amount = 2 WHERE snapshot = $1 AND asset = 'BTC'`, [rows[0]!.id]);
      const payload = { snapshot: rows[0]!.id, turn: 0 };
      cursor = (await db.transaction((tx) => job.run(tx, { key: '', payload, cursor, dueAt: 0, attempts: 0 }))) as Cursor;
    }
    expect([await trees(), alarms(), built]).toEqual([before, 1, []]);
  });

  it('thousands of members: a process that ends in the middle is gone on from, and what moved meanwhile is of another day', async () => {
    const ids = Array.from({ length: MEMBERS }, (_, index) => FIRST + index);
    await addPersons(ids);
    for (let at = 0; at < MEMBERS; at += 700)
      await db.transaction((tx) =>
        postJournals(
          tx,
          ids.slice(at, at + 700).map((id) => journal(id, 'ETH', BigInt(id))),
        ),
      );
    await begin();
    const { rows } = await db.read.query<{ id: string }>(`SELECT max(id) AS id FROM liability_snapshots`);
    const id = rows[0]!.id;
    const job = jobs()[1]!;
    // One chunk and then the end of its process, between any two of the first dozen and within the folding.
    let cursor: Cursor = null;
    const payload = { snapshot: id, turn: 0 };
    for (let chunk = 0; chunk === 0 || cursor !== null; chunk += 1) {
      const run = (isCut: boolean) =>
        db.transaction(async (tx) => {
          const next = (await job.run(tx, { key: '', payload, cursor, dueAt: 0, attempts: 0 })) as Cursor;
          if (isCut) throw new Error('the process ends');
          return next;
        });
      if (chunk < 12 || chunk % 20 === 0) await expect(run(true)).rejects.toThrow('the process ends');
      if (chunk === 5) {
        // Both stand before what is collected next, and behind the moment of the tree.
        await grant(FIRST, 'ETH', 5n * UNIT);
        await grant(FIRST + MEMBERS - 1, 'ETH', 5n * UNIT);
        await grant(9, 'ETH', UNIT);
      }
      cursor = await run(false);
    }
    const [tree] = await trees();
    const sum = ids.reduce((all, each) => all + BigInt(each), 0n);
    expect(tree?.id).toBe(id);
    expect(tree?.roots.find(({ coin }) => coin === 'ETH')).toMatchObject({ leaves: MEMBERS });
    expect(tree?.roots.find(({ coin }) => coin === 'USDT')).toMatchObject({ leaves: 3 });
    expect(built.at(-1)?.sums.get('ETH')).toBe(sum);
    for (const each of [FIRST, FIRST + 1, FIRST + CHUNK_MEMBERS, FIRST + MEMBERS - 1])
      expect(await check(each, tree!), String(each)).toEqual([`ETH ${fromUnits(BigInt(each), 8)}`]);
    expect(await check(9, tree!)).not.toContain('ETH 1');
    expect((await world.audits[0]!.run(db)).faults).toEqual([]);
  });

  it('error: the audit finds a leaf that was changed afterwards, and a member finds it too', async () => {
    const [tree] = await trees();
    await db.read.query(`UPDATE liability_leaves SET amount = amount - 1 WHERE snapshot = $1 AND user_id = 8`, [tree!.id]);
    expect((await world.audits[0]!.run(db)).faults).toEqual(['USDT: the root says 17.00000001, its leaves 17, the ledger 17.00000001']);
    expect(await check(8, tree!)).toEqual(['USDT root']);
  });
});
