import { expect } from 'vitest';
import { calculateValue, signedIn } from '../../exchange/modules/accounts/accounts';
import type { ExchangeModule } from '../../exchange/composition/module';
import { depositCredited } from '../../exchange/modules/deposits/deposits.events';
import { identityApproved } from '../../exchange/modules/identity/identity.events';
import { createDayMaxReader } from '../../exchange/modules/invitations/invitations';
import { createInvitationsModule } from '../../exchange/modules/invitations/invitations.module';
import { auditLedger, getAccountBalances, userAddress } from '../../exchange/modules/ledger/ledger';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { createRechargesModule } from '../../exchange/modules/recharges/recharges.module';
import { createRegistry, type Registry } from '../../exchange/modules/registry/registry.service';
import { createRewardsModule } from '../../exchange/modules/rewards/rewards.module';
import { withdrawalMoved } from '../../exchange/modules/withdrawals/withdrawals.events';
import type { CallContext } from '../../exchange/http/register-call';
import type { Database } from '../../exchange/platform/db';
import { fromUnits } from '../../exchange/platform/decimal';
import { EventRunner } from '../../exchange/platform/event-consumers';
import type { NewEvent } from '../../exchange/platform/event-kinds';
import { appendEvents } from '../../exchange/platform/event-log';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import type { Platform } from '../../exchange/platform/app';

export const NOON = Date.UTC(2028, 1, 1, 12);
export const DAY_MS = 86_400_000;
const SCALE = 8;
/** Deposits and withdrawals of all worlds: several may share one database. */
let references = 0;

/** Returns recharges and rewards with their pool on a fresh database, a clock that a test moves, and people to whom things happen. */
export async function createRewardsWorld(
  given: { db?: Database; sandbox?: boolean; more?(platform: Platform, registry: Registry): ExchangeModule[]; isGranted?: boolean } = {},
) {
  const db = given.db ?? (await createTestDatabase());
  const { platform, time, heard } = createTestPlatform(db, { now: NOON, env: { sandbox: given.sandbox ?? false } });
  const registry = createRegistry(platform);
  await registry.refresh();
  const prices = new Map([
    ['USDT', '1'],
    ['USDC', '1'],
    ['ETH', '2500'],
  ]);
  const modules: ExchangeModule[] = [
    createRechargesModule(platform, {
      toValue(asset, units) {
        const price = prices.get(asset);
        return price === undefined ? null : calculateValue({ asset, units, price });
      },
    }),
    createRewardsModule(platform, { readDayMax: createDayMaxReader(registry.readInvitationTerms) }),
    createInvitationsModule(platform, { termsAt: registry.readInvitationTerms }),
    ...(given.more?.(platform, registry) ?? []),
  ];
  const kinds = [depositCredited, withdrawalMoved, identityApproved, signedIn, ...modules.flatMap(({ events = [] }) => events)];
  const consumers = modules.flatMap(({ consumers: found = [] }) => found);
  const jobs = modules.flatMap(({ jobs: found = [] }) => found);
  const fund = () => db.transaction((tx) => grantPools(tx, { isSandbox: true, at: NOON }));
  if (given.isGranted ?? true) await fund();

  async function happen(...events: NewEvent[]): Promise<void> {
    await db.transaction((tx) => appendEvents(tx, events));
  }
  const facts = (userId: string) => ({ userId, mode: 'real' as const, at: time.now });
  const world = {
    db,
    platform,
    time,
    heard,
    prices,
    registry,
    happen,
    /** Announces a version of a product's terms that is in force from a time on, now without it. */
    async change(code: 'vip' | 'invitation' | 'withdrawal', changed: object, from = time.now): Promise<void> {
      await db.read.query(
        `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
         SELECT kind, code, version + 1, terms || $2::jsonb, $4::int8, $3::int8, 'a test' FROM registry_versions
          WHERE kind = 'product' AND code = $1 ORDER BY version DESC LIMIT 1`,
        [code, JSON.stringify(changed), time.now, from],
      );
      await registry.refresh();
    },
    /** Grants the pools their money. */
    fund,
    /** Opens the account of a person, invited by another or by nobody. */
    async join(name: string, invitedBy: string | null = null): Promise<string> {
      const code = name.replaceAll('_', '').toUpperCase().padEnd(8, 'A').slice(0, 8);
      const { rows } = await db.read.query<{ id: string }>(
        `INSERT INTO users (username, username_key, referral_code, invited_by, created_at) VALUES ($1, lower($1), $2, $3, to_timestamp($4::int8 / 1000.0))
         RETURNING id`,
        [name, code, invitedBy, time.now],
      );
      return rows[0]?.id ?? '';
    },
    verify: (userId: string) => happen(identityApproved.create({ ...facts(userId), payload: {} })),
    async deposit(userId: string, amount: string, { asset = 'USDT', from }: { asset?: string; from?: string } = {}) {
      references += 1;
      const payload = { deposit: String(references), network: 'ERC20', asset, amount, txid: '0x', ...(from !== undefined && { from }) };
      await happen(depositCredited.create({ ...facts(userId), payload }));
    },
    async withdraw(userId: string, amount: string, news: 'sent' | 'done' | 'refused' = 'sent', withdrawal?: string, asset = 'USDT') {
      references += 1;
      const id = withdrawal ?? String(references);
      const payload = {
        withdrawal: id,
        news,
        asset,
        amount,
        arrives: amount,
        ending: 'abcdef',
        until: null,
        delay: null,
        reason: null,
      };
      await happen(withdrawalMoved.create({ ...facts(userId), payload }));
      return id;
    },
    signIn: (userId: string, seenOn: string) =>
      happen(
        signedIn.create({
          ...facts(userId),
          payload: { proof: 'wallet', ip: '1.1.1.1', browser: '', system: '', isKnown: false, seenOn: seenOn.padEnd(64, '0') },
        }),
      ),
    /** Has consumers read everything that happened. */
    async follow(): Promise<void> {
      const timing = { triesMax: 2, backoffMs: 1, backoffMaxMs: 1, gapMs: 1 };
      const runner = new EventRunner({ db, log: platform.log, metrics: platform.metrics, kinds, consumers, timing });
      await runner.start();
      await expect.poll(() => world.countUnread(), { timeout: 60_000 }).toBe(0);
      await runner.stop();
    },
    async countUnread(): Promise<number> {
      const reads = consumers.flatMap(({ name, kinds: read }) => read.map((kind) => ({ consumer: name, kind: kind.name })));
      const { rows } = await db.read.query<{ left: string }>(
        `SELECT count(*) AS left FROM event_log e JOIN unnest($1::text[], $2::text[]) AS reads(consumer, kind) ON reads.kind = e.kind
           JOIN event_consumers c ON c.name = reads.consumer WHERE (e.xid, e.id) > (c.xid, c.id)`,
        [reads.map(({ consumer }) => consumer), reads.map(({ kind }) => kind)],
      );
      return Number(rows[0]?.left);
    },
    /** Goes on by so long, and does what is due by then: judging, then paying. */
    async pass(ms: number): Promise<void> {
      await world.follow();
      for (const wait of [ms, 10_000, 10_000]) {
        time.now += wait;
        await world.work();
        await world.follow();
      }
    },
    /** Does what is due now of every job, piece by piece. */
    async work(): Promise<void> {
      for (const job of jobs) {
        let cursor: unknown = null;
        do cursor = await db.transaction((tx) => job.run(tx, { key: '', payload: {}, cursor, dueAt: time.now, attempts: 0 }));
        while (cursor !== null);
      }
    },
    /** Forgets what consumers wrote into these tables, and has them read everything again from the first event. */
    async replay(tables: readonly string[]): Promise<void> {
      for (const table of tables) await db.read.query(`DELETE FROM ${table}`);
      await db.read.query("UPDATE event_consumers SET xid = '0', id = 0");
      await world.follow();
    },
    async balance(userId: string): Promise<string> {
      const address = userAddress({ userId, mode: 'real', asset: 'USDT', part: 'available' });
      return fromUnits((await getAccountBalances(db.read, [address])).get(address) ?? 0n, SCALE);
    },
    async call<T>(id: string, userId: string, input: object = {}): Promise<T> {
      const found = modules.flatMap(({ calls = [] }) => calls).find(({ call }) => call.id === id);
      if (found === undefined) throw new Error(`there is no call ${id}`);
      const session = { userId, username: '', mode: 'real', sessionId: '1' };
      return (await found.run(input, { session } as unknown as CallContext)) as T;
    },
    /** Runs the operator's audit of one subject. */
    async audit(subject: string) {
      const found = modules.flatMap(({ audits = [] }) => audits).find((audit) => audit.subject === subject);
      if (found === undefined) throw new Error(`there is no audit of ${subject}`);
      return found.run(db);
    },
    async verifyAll(): Promise<void> {
      expect((await auditLedger(db)).isClean).toBe(true);
      for (const { audits = [] } of modules) for (const audit of audits) expect((await audit.run(db)).faults).toEqual([]);
    },
  };
  return world;
}
export type RewardsWorld = Awaited<ReturnType<typeof createRewardsWorld>>;
