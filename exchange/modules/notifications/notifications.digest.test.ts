import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Locale, LOCALES } from '../../../lib/protocol/wire';
import type { NotificationKind } from '../../../lib/rules/notifications';
import type { CallContext } from '../../http/register-call';
import { appendEvents } from '../../platform/event-log';
import type { NewEvent } from '../../platform/event-kinds';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { MAIL_TEXTS } from '../accounts/accounts';
import { type Mail, withPhrase } from '../accounts/accounts.mail';
import { writeMailHtml } from '../accounts/accounts.mail-html';
import { accountClosed } from '../closing/closing.events';
import { credited } from '../faucet/faucet.events';
import { depositCredited, depositSeen } from '../deposits/deposits.events';
import { breakStarted } from '../risk-limits/risk-limits.events';
import { WITHDRAWAL_NEWS, withdrawalMoved } from '../withdrawals/withdrawals.events';
import { houseFrozen } from '../sessions/sessions.events';
import { writeDigest } from './notifications.digest';
import { createNotificationsModule } from './notifications.module';
import { runConcurrentDigests } from '../../../tests/helpers/concurrent-digests';

const NOON = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UTC = 'Etc/UTC';
const given = (amount: string, at: number) =>
  credited.create({ userId: '7', mode: 'real', at, payload: { source: 'faucet', asset: 'USDT', amount } });

let world: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.db.close());

async function createWorld() {
  const db = await createTestDatabase();
  const { platform, time } = createTestPlatform(db, { now: NOON });
  const mails: { to: string; subject: string; text: string }[] = [];
  const module = createNotificationsModule(platform, { mailer: { send: (mail) => Promise.resolve(void mails.push(mail)) } });
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind, email) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person', 'ada@mail.example')`,
  );
  const call = async (id: string, input: object) => {
    const session = { userId: '7', username: 'ada', mode: 'real', sessionId: '1' } as const;
    const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
    return module.calls.find((one) => one.call.id === id)?.run(input, context);
  };
  const [consumer, job] = [module.consumers[0]!, module.jobs[0]!];
  /** Hands every event to the consumer, as one that reads from the start. */
  const read = async () => {
    const { rows } = await db.read.query<{ id: string; kind: string; user_id: string; mode: 'real'; at: Date; payload: object }>(
      'SELECT id, kind, user_id, mode, at, payload FROM event_log ORDER BY id',
    );
    const events = rows.map(({ user_id: userId, at, ...row }) => ({ ...row, userId, at: at.getTime() }));
    await db.transaction((tx) => consumer.handle(tx, events));
  };
  return {
    db,
    time,
    mails,
    call,
    read,
    async happen(...events: NewEvent[]) {
      await db.transaction((tx) => appendEvents(tx, events));
      await read();
    },
    async jobs() {
      const { rows } = await db.read.query<{ key: string; due: Date; payload: never }>(
        `SELECT key, due_at AS due, payload FROM jobs WHERE kind = 'notification mail' ORDER BY due_at, key`,
      );
      return rows.map(({ key, due, payload }) => ({ key, dueAt: due.getTime(), payload }));
    },
    /** Does the jobs that are due by a time, in their order. */
    async pass(to: number) {
      const done = new Set<string>();
      for (;;) {
        const next = (await this.jobs()).find(({ key, dueAt }) => dueAt <= to && !done.has(key));
        if (next === undefined) break;
        done.add(next.key);
        time.now = Math.max(time.now, next.dueAt);
        const delivery = await db.transaction((tx) =>
          job.prepare(tx, next.payload, { key: next.key, claimedUntil: time.now + 5 * MINUTE }),
        );
        await delivery?.send();
        await db.transaction(async (tx) => delivery?.settle?.(tx));
      }
      time.now = to;
    },
  };
}

describe('mails of notifications', () => {
  it('come where a group is mailed: what was gathered in one, then one an hour at most, in the language of the user', async () => {
    await world.call('x.language', { lang: 'de' });
    await world.call('x.notificationSettingsChange', { group: 'money', mailed: 'yes' });
    await world.happen(given('1', NOON), given('2', NOON + 1_000));
    await world.pass(NOON + 5 * MINUTE);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({ to: 'ada@mail.example', subject: expect.stringMatching(/2 neu, Geld|: 2 neu/) });
    for (let minute = 6; minute < 50; minute += 4) await world.happen(given(String(minute), NOON + minute * MINUTE));
    await world.pass(NOON + 50 * MINUTE);
    expect(world.mails).toHaveLength(1);
    await world.pass(NOON + 3 * HOUR);
    expect(world.mails).toHaveLength(2);
    expect(world.mails[1]?.subject).toContain('11');
  });

  it('do not come of groups that are not mailed, of what was read, and of what has a mail of its own', async () => {
    await world.happen(given('1', NOON));
    await world.pass(NOON + HOUR);
    expect(world.mails).toEqual([]);
    await world.call('x.notificationSettingsChange', { group: 'money', mailed: 'yes' });
    await world.happen(given('2', world.time.now));
    await world.call('messages.markRead', { id: 'all' });
    await world.pass(NOON + 3 * HOUR);
    expect(world.mails).toEqual([]);
  });

  it('come of a credited deposit and of each state of a withdrawal though their group is not mailed, and of nothing else of it', async () => {
    const of = { userId: '7', mode: 'real' } as const;
    const deposit = { deposit: '1', network: 'ERC20', asset: 'USDT', amount: '500', txid: `0x${'a'.repeat(64)}` };
    const withdrawal = { withdrawal: '5', asset: 'USDT', amount: '100', arrives: '97', ending: 'BeAed1', until: null, delay: null };
    const seen = depositSeen.create({ ...of, at: NOON, payload: { ...deposit, confirmations: 5 } });
    await world.happen(given('1', NOON), seen, depositCredited.create({ ...of, at: NOON + MINUTE, payload: deposit }));
    await world.pass(NOON + HOUR);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]?.text).toContain('500 USDT');
    expect(world.mails[0]?.subject).toContain('1');
    const { kinds } = MAIL_TEXTS.en.notifications;
    for (const [index, news] of WITHDRAWAL_NEWS.entries()) {
      const at = NOON + (index + 2) * 2 * HOUR;
      const reason = news === 'refused' ? 'ADDRESS_NOT_PAYABLE' : null;
      await world.happen(withdrawalMoved.create({ ...of, at, payload: { ...withdrawal, news, reason } }));
      await world.pass(at + HOUR);
      expect(world.mails, news).toHaveLength(index + 2);
      const text = world.mails.at(-1)?.text ?? '';
      expect(text, news).toContain(kinds[`withdrawal-${news}`]?.title);
      expect(text, news).toMatch(/(100|97) USDT/);
      if (reason !== null) expect(text).toContain(`Reason: ${MAIL_TEXTS.en.errors[reason]}`);
    }
  });

  it.each([
    { name: 'is not counted', before: () => world.call('x.notificationSettingsChange', { group: 'money', counted: 'no' }), after: null },
    { name: 'was read at once', before: null, after: () => world.call('messages.markRead', { id: 'all' }) },
  ])('security: come of money that goes out though its group $name, as by whoever took the account over', async ({ before, after }) => {
    await before?.();
    const withdrawal = { withdrawal: '5', asset: 'USDT', amount: '100', arrives: '97', ending: 'BeAed1', until: null, delay: null };
    const payload = { ...withdrawal, news: 'waiting', reason: null } as const;
    await world.happen(withdrawalMoved.create({ userId: '7', mode: 'real', at: NOON, payload }), given('1', NOON));
    await after?.();
    await world.pass(NOON + HOUR);
    expect(world.mails.map(({ text }) => text)).toEqual([expect.stringContaining('100 USDT')]);
    await world.pass(NOON + 3 * HOUR);
    expect(world.mails).toHaveLength(1);
  });

  it('come of a group that is mailed and not counted at the bell: each way has its own switch', async () => {
    await world.call('x.notificationSettingsChange', { group: 'money', counted: 'no', mailed: 'yes' });
    await world.happen(given('1', NOON));
    await world.pass(NOON + HOUR);
    expect(world.mails).toHaveLength(1);
  });

  it('wait for the end of quiet hours; security does not, and can not be switched off', async () => {
    await world.call('x.notificationSettingsChange', { group: 'money', mailed: 'yes' });
    await world.call('x.notificationQuiet', { from: '660', until: '1200', zone: UTC });
    await world.happen(given('1', NOON), breakStarted.create({ userId: '7', mode: null, at: NOON, payload: { until: NOON + HOUR } }));
    await world.pass(NOON + HOUR);
    expect(world.mails).toHaveLength(1);
    await world.pass(Date.UTC(2026, 2, 1, 21));
    expect(world.mails).toHaveLength(2);
  });

  it('of security follow within minutes of one another', async () => {
    const frozen = (at: number) => houseFrozen.create({ userId: '7', mode: null, at, payload: { support: 'help@candor.example' } });
    await world.happen(breakStarted.create({ userId: '7', mode: null, at: NOON, payload: { until: NOON + HOUR } }));
    await world.pass(NOON + 3 * MINUTE);
    await world.happen(frozen(NOON + 3 * MINUTE));
    await world.pass(NOON + 6 * MINUTE);
    expect(world.mails).toHaveLength(2);
    expect(world.mails[1]?.text).toContain('help@candor.example');
  });

  it('of a closed account are those of security and of money that moves, the first with the phrase that it had', async () => {
    await world.call('x.notificationSettingsChange', { group: 'money', mailed: 'yes' });
    await world.db.read.query('UPDATE users SET closed_at = now() WHERE id = 7');
    await world.db.read.query(
      `INSERT INTO notification_mails (user_id, topic, mailed_id, mailed_at, phrase) VALUES (7, 'security', 0, 0, 'oak 42')`,
    );
    const deposit = { deposit: '1', network: 'ERC20', asset: 'USDT', amount: '500', txid: `0x${'a'.repeat(64)}` };
    await world.happen(given('1', NOON), accountClosed.create({ userId: '7', mode: null, at: NOON, payload: {} }));
    await world.pass(NOON + HOUR);
    expect(world.mails).toEqual([expect.objectContaining({ phrase: 'oak 42' })]);
    expect((await world.db.read.query('SELECT phrase FROM notification_mails WHERE phrase IS NOT NULL')).rows).toEqual([]);
    await world.happen(depositCredited.create({ userId: '7', mode: 'real', at: NOON + HOUR, payload: deposit }));
    await world.pass(NOON + 3 * HOUR);
    expect(world.mails).toHaveLength(2);
  });

  it('planned again from the start are the same jobs, and nothing is mailed twice', async () => {
    await world.call('x.notificationSettingsChange', { group: 'money', mailed: 'yes' });
    await world.happen(given('1', NOON), given('2', NOON + 10 * MINUTE));
    const before = await world.jobs();
    await world.read();
    expect(await world.jobs()).toEqual(before);
    await world.pass(NOON + 4 * HOUR);
    const sent = world.mails.length;
    await world.db.read.query('DELETE FROM jobs');
    await world.read();
    await world.pass(NOON + 5 * HOUR);
    expect(world.mails).toHaveLength(sent);
  });

  it.each([[{ from: '60', until: '60', zone: UTC }], [{ from: '60', until: '120', zone: 'Nowhere/Here' }], [{ from: '60' }]])(
    '%o are no quiet hours',
    async (input) => {
      await expect(world.call('x.notificationQuiet', input)).rejects.toMatchObject({ code: 'QUIET_HOURS_REFUSED' });
    },
  );
});

it('two jobs of a group that are due at once send one mail, also where the mailer is slow; when it fails the same mail is tried again', async () => {
  const db = await createTestDatabase();
  const { platform, time } = createTestPlatform(db, { now: NOON });
  await runConcurrentDigests([platform], time);
  await db.close();
});

/** A value for every place of every text. */
const NAMES = JSON.stringify(MAIL_TEXTS.en.notifications.kinds).matchAll(/\{(\w+)\}/g);
const PLACES = { ...Object.fromEntries([...NAMES].map(([, name]) => [name, '77'])), until: '2026-03-02T12:00:00.000Z' };

it.each(LOCALES)('mails of every kind are written in %s, with the phrase of their reader in both parts', async (locale) => {
  const { kinds } = MAIL_TEXTS[locale].notifications;
  const rows = Object.keys(kinds).map((kind) => ({ kind: kind as NotificationKind, values: PLACES, at: NOON }));
  const sent: Mail[] = [];
  const mailer = withPhrase({ send: (mail) => Promise.resolve(void sent.push(mail)), list: null }, () => Promise.resolve('δέντρο 42'));
  const digest = writeDigest({ rows, count: rows.length, group: 'security', locale });
  await mailer.send({ to: 'ada@mail.example', lang: locale, ...digest }, NOON);
  const mail = sent[0] as Mail;
  for (const [name, { title }] of Object.entries(kinds)) expect(mail.text, name).toContain(title);
  expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|T12:00|undefined/);
  expect(writeMailHtml(mail, 'https://candor.example').match(/<strong>/g)).toHaveLength(rows.length);
  for (const part of [mail.text, writeMailHtml(mail, 'https://candor.example')]) expect(part.slice(-120)).toContain('δέντρο 42');
});

it('a mail that brings the phrase of an account that has none any more ends with it', async () => {
  const sent: Mail[] = [];
  const mailer = withPhrase({ send: (mail) => Promise.resolve(void sent.push(mail)), list: null }, () => Promise.resolve(null));
  await mailer.send({ to: 'ada@mail.example', lang: 'en', subject: 'a', text: 'b', phrase: 'oak 42' }, NOON);
  expect(sent).toEqual([{ to: 'ada@mail.example', lang: 'en', subject: 'a', text: 'b\n\nYour anti-phishing phrase: oak 42' }]);
});

it.each(LOCALES)('security: no mail in %s says what an operator wrote; a code of the exchange is said in words', (locale) => {
  const values = { news: 'refused', asset: 'USDT', amount: '1', arrives: '1', ending: 'abcd' };
  const write = (reason: string) =>
    writeDigest({ rows: [{ kind: 'withdrawal', values: { ...values, reason }, at: NOON }], count: 1, group: 'money', locale }).text;
  for (const words of ['Call +44 20 7946 0000 at once', 'x\n\nhttps://evil.example/support', 'constructor', '__proto__']) {
    expect(write(words)).not.toContain(words);
    expect(write(words)).toBe(write('another reason'));
  }
  expect(write('ADDRESS_NOT_PAYABLE')).toContain(MAIL_TEXTS[locale].errors.ADDRESS_NOT_PAYABLE);
});

it('a mail writes numbers as its reader does, exactly, and ids as they are', () => {
  const values = { loan: '12345', amount: '1234567.123456789012345678', until: '2026-03-02T12:00:00.000Z' };
  const write = (locale: Locale) =>
    writeDigest({ rows: [{ kind: 'loan-paid-out', values, at: NOON }], count: 1, group: 'money', locale }).text;
  expect(write('en')).toContain('1,234,567.123456789012345678 USDT');
  expect(write('de')).toContain('1.234.567,123456789012345678 USDT');
  for (const locale of LOCALES) expect(write(locale)).toContain('12345');
});

it('a mail writes prices with two decimals at least, amounts as they are', () => {
  const values = {
    product: 'spot',
    order: '7',
    market: 'BTC-USDT',
    base: 'BTC',
    quote: 'USDT',
    side: 'buy',
    quantity: '0.5',
    price: '88322.2',
  };
  const { text } = writeDigest({ rows: [{ kind: 'order-filled', values, at: NOON }], count: 1, group: 'trading', locale: 'en' });
  expect(text).toContain('Bought 0.5 BTC at an average price of 88,322.20 USDT.');
});
