import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventKind, NewEvent } from '../../platform/event-kinds';
import { EventRunner } from '../../platform/event-consumers';
import { appendEvents } from '../../platform/event-log';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import type { CallContext } from '../../http/register-call';
import { depositCredited, depositOrphaned, depositSeen } from '../deposits/deposits.events';
import { accountClosed } from '../closing/closing.events';
import { exportReady } from '../data-export/data-export.events';
import { converted, smallConverted } from '../convert/convert.events';
import { identityApproved, identityRejected, identitySubmitted } from '../identity/identity.events';
import { credited } from '../faucet/faucet.events';
import { optionSettled } from '../options/options.events';
import { perpetualEvents } from '../perpetual/perpetual.order-events';
import { breakStarted, limitsChanged } from '../risk-limits/risk-limits.events';
import { securityChanged } from '../security/security.events';
import { houseFrozen, houseUnfrozen, newDevice, passwordChanged } from '../sessions/sessions.events';
import { proofAnswered } from '../proofs/proofs.events';
import { spotEvents } from '../spot/spot.events';
import { HEARD_EVENTS } from './notifications.describe';
import { createNotificationsModule } from './notifications.module';
import { announcementTold } from '../announcements/announcements.events';
import { readTitles } from '../announcements/announcements';
import { insertAnnouncement } from '../announcements/announcements.repository';
import { supportAnswered, supportOpened } from '../support/support.events';
import { KEPT_MAX } from './notifications.repository';

const NOON = Date.UTC(2026, 2, 1, 12);
const DAY = 86_400_000;
const PLACED = { order: '7', market: 'BTC-USDT', side: 'buy' } as const;
/** The last fifth of an order. */
const FILLED = { ...PLACED, quantity: '0.1', value: '6500', fee: '0.0001', state: 'filled', total: '0.5', totalValue: '32000' };
const DEPOSIT = { deposit: '1', network: 'ERC20', asset: 'ETH', amount: '0.000000000000000001', txid: `0x${'a'.repeat(64)}` };
const ORDER = { order: '7', market: 'BTC-USDT', base: 'BTC', quote: 'USDT' };

let world: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  expect(await world.findWrongCounts()).toEqual([]);
  await world.db.close();
});

async function createWorld() {
  const db = await createTestDatabase();
  const { platform, heard, time } = createTestPlatform(db);
  const mails: { to: string; subject: string; text: string }[] = [];
  const module = createNotificationsModule(platform, { mailer: { send: (mail) => Promise.resolve(void mails.push(mail)) }, readTitles });
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'),
       (8, 'bob', 'bob', 'BBBBBBBB', 'person'), (9, 'service', 'service', 'CCCCCCCC', 'service')`,
  );
  const start = async (kinds: readonly EventKind[] = HEARD_EVENTS) => {
    const timing = { triesMax: 2, backoffMs: 1, backoffMaxMs: 1, gapMs: 1 };
    const runner = new EventRunner({ db, log: platform.log, metrics: platform.metrics, kinds, consumers: module.consumers, timing });
    await runner.start();
    return runner;
  };
  const handledAll = async () => {
    const { rows } = await db.read.query<{ left: string }>(
      `SELECT count(*) AS left FROM event_log e, event_consumers c WHERE c.name = 'notifications' AND (e.xid, e.id) > (c.xid, c.id)`,
    );
    return Number(rows[0]?.left) === 0;
  };
  const call = async <T>(id: string, input: object = {}, userId = '7') => {
    const session = { userId, username: 'ada', mode: 'real', sessionId: '1' } as const;
    const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
    return (await module.calls.find((one) => one.call.id === id)?.run(input, context)) as T;
  };
  return {
    db,
    time,
    mails,
    heard,
    module,
    call,
    async write(...events: NewEvent[]) {
      await db.transaction((tx) => appendEvents(tx, events));
    },
    async read() {
      const runner = await start();
      await runner.round();
      await expect
        .poll(async () => {
          await runner.round();
          return handledAll();
        })
        .toBe(true);
      await runner.stop();
    },
    list: (userId?: string, input: object = {}) => call<{ rows: Row[]; next: string | null }>('x.notifications', input, userId),
    async findWrongCounts() {
      const { rows } = await db.read.query(
        `SELECT p.user_id FROM notification_people p WHERE (p.kept, p.unread) <>
          (SELECT count(*), count(*) FILTER (WHERE read_at IS NULL) FROM notifications n WHERE n.user_id = p.user_id)`,
      );
      return rows;
    },
  };
}

type Row = { id: string; kind: string; group: string; values: Record<string, string>; mode: string | null; time: number; read: boolean };
const given = (amount: string, userId = '7', at = NOON) =>
  credited.create({ userId, mode: 'real', at, payload: { source: 'faucet', asset: 'USDT', amount } });
const of = { userId: '7', mode: 'demo', at: NOON } as const;

describe('what events tell', () => {
  it.each([
    [
      converted.create({ ...of, payload: { reference: 'convert:q:0', from: 'USDT', to: 'ETH', amount: '250', received: '0.0998001' } }),
      'converted',
      { from: 'USDT', to: 'ETH', amount: '250', received: '0.0998001' },
    ],
    [
      announcementTold.create({ ...of, payload: { announcement: '999999', title: 'Maintenance' } }),
      'announcement',
      { announcement: '999999', title: 'Maintenance' },
    ],
    [supportAnswered.create({ ...of, payload: { line: '5' } }), 'support-answered', { line: '5' }],
    [
      smallConverted.create({ ...of, payload: { coins: 3, to: 'USDT', received: '4.2' } }),
      'small-converted',
      { coins: '3', to: 'USDT', received: '4.2' },
    ],
    [
      spotEvents.filled.create({ ...of, payload: FILLED }),
      'order-filled',
      { ...ORDER, product: 'spot', side: 'buy', quantity: '0.5', price: '64000' },
    ],
    [
      spotEvents.ended.create({ ...of, payload: { ...PLACED, quantity: '0.5', filled: '0.2', reason: 'ORDER_NOT_FILLABLE' } }),
      'order-ended',
      { ...ORDER, product: 'spot', quantity: '0.5', filled: '0.2', reason: 'ORDER_NOT_FILLABLE' },
    ],
    [
      perpetualEvents.ended.create({ ...of, payload: { ...PLACED, quantity: '0.5', filled: '0', reason: 'ORDER_ENDED_BY_BREAK' } }),
      'order-ended',
      { ...ORDER, product: 'perpetual', quantity: '0.5', filled: '0', reason: 'ORDER_ENDED_BY_BREAK' },
    ],
    [
      spotEvents.triggered.create({ ...of, payload: { ...PLACED, quantity: '0.5', stop: '60000' } }),
      'order-triggered',
      { ...ORDER, product: 'spot', trigger: 'stop', quantity: '0.5', price: '60000' },
    ],
    [
      perpetualEvents.filled.create({ ...of, payload: { ...FILLED, origin: 'stop_loss' } }),
      'order-triggered',
      { ...ORDER, product: 'perpetual', trigger: 'stop_loss', quantity: '0.5', price: '64000' },
    ],
    [
      perpetualEvents.filled.create({ ...of, payload: { ...FILLED, origin: 'auto_deleverage' } }),
      'position-reduced',
      { ...ORDER, product: 'perpetual', quantity: '0.5', price: '64000' },
    ],
    [
      perpetualEvents.liquidated.create({
        ...of,
        payload: { order: '7', market: 'BTC-USDT', side: 'long', quantity: '1', mark: '60000', fee: '1', lost: '90.5' },
      }),
      'position-liquidated',
      { ...ORDER, product: 'perpetual', quantity: '1', mark: '60000', lost: '90.5' },
    ],
    [
      optionSettled.create({
        ...of,
        payload: { contract: '3', market: 'ETH-USDT', direction: 'up', result: 'won', stake: '10', paid: '18' },
      }),
      'contract-settled',
      { contract: '3', market: 'ETH-USDT', base: 'ETH', quote: 'USDT', result: 'won', stake: '10', paid: '18' },
    ],
    [
      newDevice.create({ ...of, mode: null, payload: { browser: 'Firefox', system: 'Linux', place: '10.0.0' } }),
      'new-device',
      { device: 'known', browser: 'Firefox', system: 'Linux', place: '10.0.0' },
    ],
    [
      newDevice.create({ ...of, mode: null, payload: { browser: '', system: 'x'.repeat(1_000), place: '10.0.0' } }),
      'new-device',
      { device: 'unknown', browser: '', system: 'x'.repeat(200), place: '10.0.0' },
    ],
    [passwordChanged.create({ ...of, mode: null, payload: {} }), 'password-changed', {}],
    [
      houseFrozen.create({ ...of, mode: null, payload: { support: 'support@candor.example' } }),
      'account-frozen',
      { support: 'support@candor.example' },
    ],
    [exportReady.create({ ...of, mode: null, payload: { until: NOON } }), 'export-ready', { until: '2026-03-01T12:00:00.000Z' }],
    [accountClosed.create({ ...of, mode: null, payload: {} }), 'account-closed', {}],
    [houseUnfrozen.create({ ...of, mode: null, payload: {} }), 'account-unfrozen', {}],
    [securityChanged.create({ ...of, mode: null, payload: { what: 'factor-unbound' } }), 'security-changed', { what: 'factor-unbound' }],
    [
      depositSeen.create({ ...of, mode: 'real', payload: { ...DEPOSIT, confirmations: 5 } }),
      'deposit-seen',
      { asset: 'ETH', amount: '0.000000000000000001', network: 'ERC20', confirmations: '5' },
    ],
    [
      depositCredited.create({ ...of, mode: 'real', payload: { ...DEPOSIT, amount: '1' } }),
      'deposit-credited',
      { asset: 'ETH', amount: '1', network: 'ERC20' },
    ],
    [
      depositOrphaned.create({ ...of, mode: 'real', payload: DEPOSIT }),
      'deposit-orphaned',
      { asset: 'ETH', amount: '0.000000000000000001', network: 'ERC20' },
    ],
    [given('10000'), 'money-credited', { source: 'faucet', asset: 'USDT', amount: '10000' }],
    [breakStarted.create({ ...of, mode: null, payload: { until: NOON + DAY } }), 'break-started', { until: '2026-03-02T12:00:00.000Z' }],
    [limitsChanged.create({ ...of, payload: { asked: {} } }), 'limits-changed', {}],
    [
      identitySubmitted.create({ ...of, mode: null, payload: { until: NOON } }),
      'identity-submitted',
      { until: '2026-03-01T12:00:00.000Z' },
    ],
    [
      proofAnswered.create({ ...of, mode: 'real', payload: { proof: '1', asset: 'USDT', amount: '5', answer: 'not-found' } }),
      'proof-answered',
      { asset: 'USDT', amount: '5', answer: 'not-found' },
    ],
    [identityApproved.create({ ...of, mode: null, payload: {} }), 'identity-approved', {}],
    [
      identityRejected.create({ ...of, mode: null, payload: { reason: 'expired', resend: ['front'] } }),
      'identity-rejected',
      { reason: 'expired' },
    ],
  ])('%o', async (event, kind, values) => {
    await world.write(event);
    await world.read();
    expect((await world.list()).rows).toMatchObject([{ kind, values, mode: event.mode, time: NOON, read: false }]);
    expect(await world.call('messages.unread')).toBe(1);
    expect(world.heard).toMatchObject([
      { kind: 'account', userId: '7', mode: 'real', changed: ['notifications'] },
      { kind: 'account', userId: '7', mode: 'demo', changed: ['notifications'] },
    ]);
  });

  it('nothing of the other order of a pair, of a part, of the order of a liquidation, and nothing to accounts of our own', async () => {
    await world.write(
      spotEvents.ended.create({ ...of, payload: { ...PLACED, quantity: '0.5', filled: '0', reason: 'ORDER_PARTNER_ENDED' } }),
      spotEvents.filled.create({ ...of, payload: { ...FILLED, state: 'partially_filled' } }),
      perpetualEvents.filled.create({ ...of, payload: { ...FILLED, origin: 'liquidation' } }),
      spotEvents.filled.create({ ...of, userId: '9', payload: FILLED }),
    );
    await world.read();
    expect((await world.db.read.query('SELECT id FROM notifications')).rows).toEqual([]);
  });

  it('the same when they are read again from the start, and what was read stays read', async () => {
    await world.write(given('1'), given('2'), given('3', '8'));
    await world.read();
    const { rows } = await world.list();
    await world.call('messages.markRead', { id: rows[1]?.id });
    const before = await world.db.read.query('SELECT * FROM notifications ORDER BY id');
    await world.db.read.query("UPDATE event_consumers SET xid = '0', id = 0");
    await world.read();
    expect((await world.db.read.query('SELECT * FROM notifications ORDER BY id')).rows).toEqual(before.rows);
    await world.db.read.query('DELETE FROM notifications');
    await world.db.read.query('DELETE FROM notification_people');
    await world.db.read.query("UPDATE event_consumers SET xid = '0', id = 0");
    await world.read();
    const again = await world.db.read.query('SELECT id, kind, facts, at FROM notifications ORDER BY id');
    expect(again.rows).toEqual(before.rows.map(({ id, kind, facts, at }) => ({ id, kind, facts, at })));
  });

  it('goes past one that is nobody’s, which is kept as a dead letter, and tells the next', async () => {
    await world.write(credited.create({ userId: null, mode: 'real', at: NOON, payload: { source: 'faucet', asset: 'USDT', amount: '1' } }));
    await world.write(given('2'));
    await world.read();
    expect((await world.list()).rows.map(({ values }) => values.amount)).toEqual(['2']);
    expect((await world.db.read.query('SELECT consumer, kind FROM event_dead_letters')).rows).toEqual([
      { consumer: 'notifications', kind: 'faucet.credited' },
    ]);
  });
});

describe('reading and marking', () => {
  it('pages by cursor, newest first, and filters', async () => {
    await world.write(
      ...Array.from({ length: 65 }, (_, n) => given(String(n + 1))),
      limitsChanged.create({ ...of, payload: { asked: {} } }),
    );
    await world.read();
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page: { rows: Row[]; next: string | null } = await world.list('7', before === null ? {} : { before });
      seen.push(...page.rows.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    expect(seen).toHaveLength(66);
    expect(seen).toEqual([...seen].sort((a, b) => Number(b) - Number(a)));
    const [security] = (await world.list('7', { group: 'security' })).rows;
    expect(security?.kind).toBe('limits-changed');
    await world.call('messages.markRead', { id: security?.id });
    expect((await world.list('7', { group: 'security', unread: '1' })).rows).toEqual([]);
  });

  it('marks one’s own, one or all; another person’s is not found and stays as it is', async () => {
    await world.write(given('1'), given('2'), given('3', '8'));
    await world.read();
    const [foreign] = (await world.list('8')).rows;
    await expect(world.call('messages.markRead', { id: foreign?.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.call('x.notification', { id: foreign?.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [own] = (await world.list()).rows;
    await world.call('messages.markRead', { id: own?.id });
    await world.call('messages.markRead', { id: own?.id });
    expect(await world.call('messages.unread')).toBe(1);
    expect(await world.call('x.notification', { id: own?.id })).toMatchObject({ read: true });
    await world.call('messages.markRead', { id: 'all' });
    expect(await world.call('messages.unread')).toBe(0);
    expect(await world.call('messages.unread', {}, '8')).toBe(1);
  });

  it('answers the legacy list in English sentences with their values', async () => {
    await world.write(spotEvents.filled.create({ ...of, payload: FILLED }));
    await world.read();
    expect(await world.call('messages.list', {})).toMatchObject([
      { title: 'Purchase filled', text: 'Bought 0.5 BTC at an average price of 64000 USDT.', time: NOON, read: false },
    ]);
  });

  it('calls an announcement by its title in the language that its reader has now, and by the one it was told with once it is gone', async () => {
    const announcement = await world.db.transaction((tx) =>
      insertAnnouncement(tx, {
        ...{ audience: 'all', isPinned: false, startsAt: NOON, endsAt: null },
        texts: { en: { title: 'Maintenance', text: 'Tonight.' }, de: { title: 'Wartung', text: 'Heute Nacht.' } },
      }),
    );
    const told = (id: string) => announcementTold.create({ ...of, mode: null, payload: { announcement: id, title: 'Maintenance' } });
    await world.write(told(announcement), told('999999'));
    await world.read();
    const titles = async () => (await world.list()).rows.map(({ values }) => values.title);
    expect(await titles()).toEqual(['Maintenance', 'Maintenance']);
    await world.call('x.language', { lang: 'de' });
    expect(await titles()).toEqual(['Maintenance', 'Wartung']);
    const { rows } = await world.list();
    expect(await world.call('x.notification', { id: rows[1]?.id })).toMatchObject({ values: { title: 'Wartung' } });
    await world.call('x.language', { lang: 'fr' });
    expect(await titles()).toEqual(['Maintenance', 'Maintenance']);
  });

  it('an answer of support that its reader has in view comes in as read, a later one and another person’s do not', async () => {
    const answered = (line: string, userId = '7') => supportAnswered.create({ ...of, userId, payload: { line } });
    const opened = supportOpened.create({ ...of, mode: null, payload: { line: '9' } });
    await world.write(answered('9'), answered('9', '8'), opened);
    await world.write(answered('10'), given('1'));
    await world.read();
    expect((await world.list()).rows.map(({ read }) => read)).toEqual([false, false, true]);
    expect([await world.call('messages.unread'), await world.call('messages.unread', {}, '8')]).toEqual([2, 1]);
  });

  it('a group that is not counted comes in as read', async () => {
    await world.call('x.notificationSettingsChange', { group: 'money', counted: 'no' });
    await world.write(given('1'), limitsChanged.create({ ...of, payload: { asked: {} } }));
    await world.read();
    expect(await world.call('messages.unread')).toBe(1);
    expect((await world.list()).rows.map(({ read }) => read)).toEqual([false, true]);
    expect(await world.call('x.notificationSettingsChange', { group: 'money', counted: 'yes' })).toEqual({
      groups: ['trading', 'money', 'news', 'security'].map((group) => ({
        group,
        counted: true,
        mailed: group === 'security',
        pushed: true,
      })),
      quiet: null,
      push: { key: expect.any(String), device: null },
    });
  });
});

describe('what is kept', () => {
  it('is the newest thousand, with the counts of what is there', async () => {
    const events = Array.from({ length: KEPT_MAX + 5 }, (_, n) => given(String(n + 1)));
    await world.write(...events);
    await world.read();
    const { rows } = await world.db.read.query<{ kept: string; first: string }>(
      `SELECT count(*) AS kept, min((facts->>'amount')::int) AS first FROM notifications`,
    );
    expect(rows).toEqual([{ kept: String(KEPT_MAX), first: 6 }]);
    expect(await world.call('messages.unread')).toBe(KEPT_MAX);
  });

  it('is found by its number alone and by its person: no other index is written', async () => {
    const { rows } = await world.db.read.query<{ name: string }>(
      "SELECT indexname AS name FROM pg_indexes WHERE tablename = 'notifications' ORDER BY 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(['notifications_of_user', 'notifications_pkey']);
  });

  it('is 180 days', async () => {
    await world.write(given('1', '7', NOON - DAY), given('2'));
    await world.read();
    const rule = world.module.retention[0]!;
    const before = NOON - 1;
    expect(await world.db.transaction((tx) => rule.remove(tx, { before, limit: 1_000 }))).toBe(1);
    expect((await world.list()).rows.map(({ values }) => values.amount)).toEqual(['2']);
  });
});
