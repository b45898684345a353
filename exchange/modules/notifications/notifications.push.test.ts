import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../lib/protocol/wire';
import { startPushService } from '../../../tests/helpers/push-service';
import type { CallContext } from '../../http/register-call';
import { appendEvents } from '../../platform/event-log';
import type { NewEvent } from '../../platform/event-kinds';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { MAIL_TEXTS } from '../accounts/accounts';
import { credited } from '../faucet/faucet.events';
import { breakStarted } from '../risk-limits/risk-limits.events';
import { createNotificationsModule } from './notifications.module';
import { PUSH_DEVICES_MAX, writePush } from './notifications.push';
import { readPushKey } from './notifications.push-key';

const NOON = Date.UTC(2026, 2, 1, 12);
const [SECOND, MINUTE] = [1_000, 60_000];
const HOUR = 60 * MINUTE;
const given = (amount: string, at: number) =>
  credited.create({ userId: '7', mode: 'real', at, payload: { source: 'faucet', asset: 'USDT', amount } });
const paused = (at: number) => breakStarted.create({ userId: '7', mode: null, at, payload: { until: at + HOUR } });

let world: Awaited<ReturnType<typeof createWorld>>;
let service: Awaited<ReturnType<typeof startPushService>>;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'push-'));
  [world, service] = await Promise.all([createWorld(), startPushService()]);
});
afterEach(async () => {
  await Promise.all([world.db.close(), service.stop(), rm(dataDir, { recursive: true })]);
});

type Settings = { push: { key: string | null; device: string | null }; groups: { group: string; pushed: boolean }[] };

async function createWorld(env: object = {}) {
  const db = await createTestDatabase();
  const { platform, time } = createTestPlatform(db, { now: NOON, env: { dataDir, ...env } });
  const module = createNotificationsModule(platform, { mailer: { send: () => Promise.resolve() } });
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'), (8, 'bob', 'bob', 'BBBBBBBB', 'person')`,
  );
  const signIn = async (userId = '7') => {
    const { rows } = await db.read.query<{ id: string }>(
      `INSERT INTO sessions (token_hash, user_id, mode, epoch, ip, created_at, expires_at, first_seen_at, last_seen_at)
       SELECT $2, id, 'real', epoch, '127.0.0.1', at, at + interval '30 days', at, at FROM users, to_timestamp($3::int8 / 1000.0) AS at
        WHERE id = $1 RETURNING id`,
      [userId, randomUUID().replaceAll('-', '').repeat(2), time.now],
    );
    return rows[0]?.id ?? '';
  };
  const sessionId = await signIn();
  const call = async (id: string, input: object = {}, of: { sessionId: string; userId?: string } = { sessionId }) => {
    const session = { userId: '7', username: 'ada', mode: 'real', ...of } as const;
    const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
    return (await module.calls.find((one) => one.call.id === id)?.run(input, context)) as Settings;
  };
  const [consumer] = module.consumers;
  const read = async () => {
    const { rows } = await db.read.query<{ id: string; kind: string; user_id: string; mode: 'real'; at: Date; payload: object }>(
      'SELECT id, kind, user_id, mode, at, payload FROM event_log ORDER BY id',
    );
    const events = rows.map(({ user_id: userId, at, ...row }) => ({ ...row, userId, at: at.getTime() }));
    await db.transaction((tx) => consumer?.handle(tx, events) ?? Promise.resolve());
  };
  return {
    db,
    time,
    call,
    read,
    signIn,
    sessionId,
    async happen(...events: NewEvent[]) {
      await db.transaction((tx) => appendEvents(tx, events));
      await read();
    },
    /** Sends what is due at a time from now. */
    async pass(ms: number) {
      time.now += ms;
      await module.sendPushes();
    },
    async subscriptions() {
      return (await db.read.query<{ user_id: string; endpoint: string }>('SELECT user_id, endpoint FROM push_subscriptions ORDER BY id'))
        .rows;
    },
  };
}

describe('push messages', () => {
  it('come encrypted for the browser, signed by the house, in the language of the reader; several are one', async () => {
    await world.call('x.language', { lang: 'de' });
    const { push } = await world.call('x.pushStart', service.subscription);
    expect(push.device).toMatch(/^\d+$/);
    await world.happen(given('12.5', NOON + SECOND));
    await world.pass(2 * SECOND);
    expect(service.taken).toEqual([]);
    await world.pass(2 * SECOND);
    const texts = MAIL_TEXTS.de.notifications.kinds['money-credited-faucet'];
    expect(service.taken[0]).toMatchObject({
      path: '/of-ada',
      signedFor: push.key,
      headers: { 'content-encoding': 'aes128gcm', urgency: 'normal' },
      message: {
        title: texts?.title,
        body: expect.stringContaining('12,5 USDT'),
        path: '/notifydetails?id=1',
        lang: 'de',
        to: push.device,
      },
    });
    await world.happen(given('1', world.time.now), given('2', world.time.now));
    await world.pass(10 * SECOND);
    expect(service.taken).toHaveLength(1);
    await world.pass(MINUTE);
    expect(service.taken[1]?.message).toMatchObject({ title: expect.stringContaining('2'), body: texts?.title, path: '/notifiCations' });
  });

  it('come of a group that is not counted at the bell: each way has its own switch', async () => {
    await world.call('x.pushStart', service.subscription);
    await world.call('x.notificationSettingsChange', { group: 'money', counted: 'no' });
    await world.happen(given('1', NOON + SECOND));
    await world.pass(MINUTE);
    expect(service.taken).toHaveLength(1);
  });

  it('tell what was read at the moment it is from apart from what came in as read, also where a version before wrote it', async () => {
    await world.call('x.pushStart', service.subscription);
    world.time.now = NOON + SECOND;
    for (const isStated of [true, false]) {
      await world.happen(given('1', world.time.now));
      if (!isStated) await world.db.read.query('UPDATE notifications SET came_read = NULL WHERE read_at IS NULL');
      await world.call('messages.markRead', { id: 'all' });
    }
    await world.pass(MINUTE);
    expect(service.taken).toEqual([]);
    await world.call('x.notificationSettingsChange', { group: 'money', counted: 'no' });
    await world.happen(given('2', world.time.now));
    await world.db.read.query(`UPDATE notifications SET came_read = NULL WHERE facts->>'amount' = '2'`);
    await world.pass(MINUTE);
    expect(service.taken).toHaveLength(1);
  });

  it('do not come of what was read, of groups that are not pushed, and in quiet hours; security always comes', async () => {
    await world.call('x.pushStart', service.subscription);
    await world.happen(given('1', NOON + SECOND));
    await world.call('messages.markRead', { id: 'all' });
    await world.pass(MINUTE);
    await world.call('x.notificationSettingsChange', { group: 'money', pushed: 'no' });
    await world.happen(given('2', world.time.now));
    await world.pass(MINUTE);
    expect(service.taken).toEqual([]);
    await world.call('x.notificationSettingsChange', { group: 'money', pushed: 'yes' });
    await world.call('x.notificationQuiet', { from: '660', until: '780', zone: 'Etc/UTC' });
    await world.happen(given('3', world.time.now), paused(world.time.now));
    await world.pass(MINUTE);
    expect(service.taken.map(({ message, headers }) => [message.path, headers.urgency])).toEqual([['/notifydetails?id=4', 'high']]);
    await world.pass(HOUR);
    expect(service.taken).toHaveLength(2);
  });

  it('are tried again after an outage, as late as the service asks, are given up at last, and nothing is sent twice', async () => {
    await world.call('x.pushStart', service.subscription);
    service.answer.status = 503;
    service.answer.headers = { 'retry-after': '600' };
    await world.happen(given('1', NOON + SECOND));
    await world.pass(MINUTE);
    await world.pass(9 * MINUTE);
    expect(service.asked()).toBe(1);
    service.answer.status = 201;
    await world.pass(2 * MINUTE);
    await world.read();
    await world.pass(HOUR);
    expect(service.taken).toHaveLength(1);
    service.answer.status = 500;
    await world.happen(given('2', world.time.now));
    for (let round = 0; round < 20; round += 1) await world.pass(HOUR);
    expect(service.asked()).toBe(8);
    service.answer.status = 201;
    await world.pass(HOUR);
    expect(service.taken).toHaveLength(1);
  });

  it('follow no redirection, and end with what the service says is gone', async () => {
    const other = await startPushService();
    await world.call('x.pushStart', service.subscription);
    Object.assign(service.answer, { status: 307, headers: { location: other.subscription.endpoint } });
    await world.happen(given('1', NOON + SECOND));
    await world.pass(MINUTE);
    expect([service.asked(), other.asked()]).toEqual([1, 0]);
    await other.stop();
    service.answer.status = 410;
    await world.pass(HOUR);
    expect(await world.subscriptions()).toEqual([]);
    expect((await world.call('x.notificationSettings')).push.device).toBeNull();
  });

  it('end with the session of the device, and with the next person who takes the browser', async () => {
    await world.call('x.pushStart', service.subscription);
    const bob = { sessionId: await world.signIn('8'), userId: '8' };
    await world.call('x.pushStart', service.subscription, bob);
    await world.happen(given('1', NOON + SECOND));
    await world.pass(MINUTE);
    expect(await world.subscriptions()).toMatchObject([{ user_id: '8' }]);
    await world.call('x.pushStart', service.subscription);
    await world.db.read.query('DELETE FROM sessions WHERE id = $1', [world.sessionId]);
    await world.happen(given('2', world.time.now));
    await world.pass(MINUTE);
    expect(service.taken).toEqual([]);
    expect(await world.subscriptions()).toEqual([]);
  });

  it('go to one browser a device and a bounded number of a person, and nowhere after they are ended', async () => {
    for (let device = 0; device <= PUSH_DEVICES_MAX; device += 1) {
      const sessionId = await world.signIn();
      const endpoint = `${service.subscription.endpoint}${device}`;
      await world.call('x.pushStart', { ...service.subscription, endpoint: `${endpoint}-older` }, { sessionId });
      await world.call('x.pushStart', { ...service.subscription, endpoint }, { sessionId });
    }
    const kept = await world.subscriptions();
    expect(kept.map(({ endpoint }) => endpoint)).toHaveLength(PUSH_DEVICES_MAX);
    expect(kept.some(({ endpoint }) => endpoint.endsWith('older') || endpoint.endsWith('of-ada0'))).toBe(false);
    await world.call('x.pushStart', service.subscription);
    expect((await world.call('x.pushEnd')).push.device).toBeNull();
  });

  it.each(['https://push.example/a', 'http://10.0.0.1/a', 'https://localhost/a'])('are not sent to %s', async (endpoint) => {
    await expect(world.call('x.pushStart', { ...service.subscription, endpoint })).rejects.toMatchObject({ code: 'PUSH_REFUSED' });
  });
});

it('a sandbox makes its key once; elsewhere it is a setting, and without it nothing is pushed', async () => {
  const env = { pushKey: null, sandbox: true, dataDir, publicOrigin: null };
  const made = await readPushKey(env);
  expect(await readPushKey(env)).toEqual(made);
  const set = await readPushKey({ ...env, sandbox: false, pushKey: made?.privateKey ?? '', publicOrigin: 'https://candor.example' });
  expect(set).toEqual({ ...made, subject: 'https://candor.example' });
  await world.db.close();
  world = await createWorld({ sandbox: false });
  expect((await world.call('x.notificationSettings')).push.key).toBeNull();
  await expect(world.call('x.pushStart', service.subscription)).rejects.toMatchObject({ code: 'FEATURE_NOT_OFFERED' });
});

it.each(LOCALES)('a message of any kind has room at a push service, in %s', (lang) => {
  const long = { title: 'x'.repeat(200), until: '2026-03-02T12:00:00.000Z' };
  for (const kind of ['announcement', 'break-started', 'identity-submitted'] as const) {
    const message = writePush({ id: '1', lang, group: 'news' }, { row: { id: '1', kind, values: long }, count: 1 });
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(3_000);
    expect(`${message.title}${message.body}${message.veiled}`).not.toMatch(/[{}]|T12:00/);
    // What is shown where nobody knows who is signed in tells nothing of what happened.
    expect(message.veiled).not.toContain(long.title);
  }
});
