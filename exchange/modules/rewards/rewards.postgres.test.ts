import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createRewardsWorld, DAY_MS, NOON, type RewardsWorld } from '../../../tests/helpers/rewards-world';
import { DomainError } from '../../platform/domain-error';
import { createLogger } from '../../platform/logger';
import { outsideAddress, postJournals } from '../ledger/ledger';
import { poolAddress } from '../pools/pools';
import { createVipModule } from '../vip/vip.module';
import { addRewards } from './rewards';
import { payChunk } from './rewards.paying';

const log = createLogger('silent');
const ONE = 10n ** 8n;
const POOL = poolAddress({ pool: 'reward', mode: 'real', asset: 'USDT' });
let server: SharedPostgres;
let worlds: RewardsWorld[] = [];
let people = 0;

beforeAll(async () => {
  server = await sharePostgres();
});
afterAll(() => server.stop());

/** Opens one database for two processes, each with connections of its own; the reward pool holds so much, or what it is granted. */
async function openTwo(name: string, pool?: bigint): Promise<[RewardsWorld, RewardsWorld]> {
  const url = await server.createDatabase(name);
  const open = (isGranted: boolean) =>
    createRewardsWorld({
      db: openPatiently(url, log),
      isGranted,
      more: (platform, registry) => [createVipModule(platform, { termsAt: registry.readVipTermsInForce })],
    });
  const pair: [RewardsWorld, RewardsWorld] = [await open(pool === undefined), await open(false)];
  if (pool !== undefined) await fund(pair[0], pool);
  worlds = pair;
  return pair;
}

/** Puts an operator's money into the reward pool. */
async function fund({ db }: RewardsWorld, amount: bigint): Promise<void> {
  const from = outsideAddress({ mode: 'real', name: 'issuance', asset: 'USDT' });
  const postings = [
    { address: from, amount: -amount },
    { address: POOL, amount },
  ];
  await db.transaction((tx) => postJournals(tx, [{ code: 'HOUSE_FUNDING', reference: `test:${amount}`, at: NOON, postings }]));
}

async function joinMany(world: RewardsWorld, count: number, invitedBy: string | null = null): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    people += 1;
    ids.push(await world.join(`p${String(people).padStart(7, '0')}`, invitedBy));
  }
  return ids;
}

const eachOf = <T>(run: (world: RewardsWorld) => Promise<T>) => Promise.all(worlds.map(run));
/** Both processes read what happened, and do what is due, at the same time. */
async function race(): Promise<void> {
  await eachOf((world) => world.follow());
  for (let round = 0; round < 2; round += 1) {
    for (const world of worlds) world.time.now += 10_000;
    await eachOf((world) => Promise.all([world.work(), world.work()]));
    await eachOf((world) => world.follow());
  }
}
const countPaid = async ({ db }: RewardsWorld) =>
  (
    await db.read.query<{ code: string; paid: string; journals: string }>(
      `SELECT r.code, count(*) FILTER (WHERE paid_at IS NOT NULL) AS paid,
              (SELECT count(*) FROM ledger_journals j WHERE j.code = r.code) AS journals FROM rewards r GROUP BY r.code ORDER BY r.code`,
    )
  ).rows.map(({ code, paid, journals }) => [code, Number(paid), Number(journals)]);
const balancesOf = (world: RewardsWorld, ids: readonly string[]) => Promise.all(ids.map((id) => world.balance(id)));

async function close(): Promise<void> {
  await worlds[0]?.verifyAll();
  for (const { db } of worlds) await db.close();
}

it('two processes judge and pay every invitation once', async () => {
  const [first, second] = await openTwo('invitations');
  await first.change('invitation', { dayMax: '10000' });
  await second.registry.refresh();
  const inviters = await joinMany(first, 5);
  await Promise.all(inviters.map((id) => first.verify(id)));
  const invited = (await Promise.all(inviters.map((inviter) => joinMany(first, 30, inviter)))).flat();
  await Promise.all(
    invited.map(async (id, index) => {
      const world = index % 2 === 0 ? first : second;
      await Promise.all([world.verify(id), world.deposit(id, '250', { from: `${world === first ? 'a' : 'b'}${index}` })]);
    }),
  );
  await eachOf((world) => world.follow());
  for (const world of worlds) world.time.now += 7 * DAY_MS;
  await race();
  expect(await countPaid(first)).toEqual([['INVITATION_REWARD', 300, 300]]);
  expect(new Set(await balancesOf(first, invited))).toEqual(new Set(['25']));
  expect(await balancesOf(first, inviters)).toEqual(inviters.map(() => '750'));
  await close();
});

it('two processes count recharges once, and pay each level and each extra once', async () => {
  const [first, second] = await openTwo('vip');
  const ids = await joinMany(first, 40);
  // All of them at once: while one process writes what came in, the other one counts it.
  const bring = async (amount: string) => {
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? first : second).deposit(id, amount)));
  };
  await Promise.all([bring('10000'), race()]);
  await Promise.all([bring('60000'), race()]);
  await race();
  // 1.5 % of 1,000 USDT.
  await Promise.all([bring('1000'), race()]);
  await race();
  // 177 and 777 USDT; the rest would be more than leaving costs.
  expect(new Set(await balancesOf(second, ids))).toEqual(new Set(['954']));
  await Promise.all([bring('21000'), race()]);
  await race();
  expect(await countPaid(first)).toEqual([
    ['VIP_EXTRA', 40, 40],
    ['VIP_REWARD', 120, 120],
  ]);
  expect(new Set(await balancesOf(second, ids))).toEqual(new Set(['2746']));
  const reached = await first.db.read.query("SELECT count(*) AS times FROM event_log WHERE kind = 'vip.reached'");
  expect(reached.rows).toEqual([{ times: '120' }]);
  await close();
});

it('two processes pay no more than the pool has, and the rest once it is there', async () => {
  const [first, second] = await openTwo('pool', 40n * 177n * ONE - 1n);
  const ids = await joinMany(first, 60);
  for (const id of ids) await first.deposit(id, '10000');
  await first.follow();
  const pay = async () => {
    for (const world of worlds) world.time.now += 10 * 60_000;
    const pieces = Array.from({ length: 12 }, (_, index) => worlds[index % 2] as RewardsWorld);
    await Promise.all(
      pieces.map(({ db, time, platform }) => db.transaction((tx) => payChunk(tx, { at: time.now, metrics: platform.metrics, limit: 7 }))),
    );
  };
  for (let round = 0; round < 2; round += 1) await pay();
  expect(await countPaid(second)).toEqual([['VIP_REWARD', 39, 39]]);
  await fund(first, 21n * 177n * ONE + 1n);
  for (let round = 0; round < 2; round += 1) await pay();
  expect(await countPaid(second)).toEqual([['VIP_REWARD', 60, 60]]);
  expect(new Set(await balancesOf(second, ids))).toEqual(new Set(['177']));
  await close();
});

it('two processes pay no more invitation rewards in a day than its bound, and each once', async () => {
  const [first] = await openTwo('day');
  const ids = await joinMany(first, 60);
  const at = first.time.now;
  await first.db.transaction((tx) =>
    addRewards(
      tx,
      ids.map((userId) => ({ source: `invitation:${userId}:invited`, userId, code: 'INVITATION_REWARD', amount: 50n * ONE })),
      at,
    ),
  );
  const readDayMax = (code: string) => (code === 'INVITATION_REWARD' ? 1_049n * ONE : null);
  const payDay = async () => {
    // Pieces of both at once, and again: a retry pays nothing more.
    for (let round = 0; round < 3; round += 1) {
      const pieces = Array.from({ length: 12 }, (_, index) => worlds[index % 2] as RewardsWorld);
      await Promise.all(
        pieces.map(({ db, time, platform }) =>
          db.transaction((tx) => payChunk(tx, { at: time.now, metrics: platform.metrics, readDayMax, limit: 7 })),
        ),
      );
    }
    for (const world of worlds) world.time.now += DAY_MS;
  };
  const paid: number[] = [];
  for (let day = 0; day < 4; day += 1) {
    await payDay();
    paid.push(Number((await countPaid(first))[0]?.[1]));
  }
  expect(paid).toEqual([20, 40, 60, 60]);
  const days = await first.db.read.query<{ paid: string }>(
    `SELECT sum(amount) AS paid FROM rewards GROUP BY paid_at / ${DAY_MS} ORDER BY paid_at / ${DAY_MS}`,
  );
  expect(days.rows.map((row) => BigInt(row.paid) / ONE)).toEqual([1_000n, 1_000n, 1_000n]);
  expect(new Set(await balancesOf(first, ids))).toEqual(new Set(['50']));
  await close();
});

it('who invited somebody is changed before the first recharge or not at all, whatever another process books at the same time', async () => {
  const [first, second] = await openTwo('inviters');
  const [ada = ''] = await joinMany(first, 1);
  const { rows } = await first.db.read.query<{ code: string }>('SELECT referral_code AS code FROM users WHERE id = $1', [ada]);
  const ids = await joinMany(first, 40);
  for (const id of ids) await first.deposit(id, '1');
  const changing = Promise.all(
    ids.map((id) =>
      first.call('x.inviter', id, { code: rows[0]?.code }).then(
        () => true,
        (error: unknown) => (error instanceof DomainError && error.code === 'REFERRAL_FIXED' ? false : Promise.reject(error as Error)),
      ),
    ),
  );
  const [changed] = await Promise.all([changing, second.follow()]);
  const after = await first.db.read.query<{ by: string | null }>(
    'SELECT invited_by AS by FROM users WHERE id = ANY($1::int8[]) ORDER BY id',
    [ids],
  );
  expect(after.rows.map(({ by }) => by === ada)).toEqual(changed);
  for (const id of ids) await expect(second.call('x.inviter', id, { code: '' })).rejects.toMatchObject({ code: 'REFERRAL_FIXED' });
  await close();
});
