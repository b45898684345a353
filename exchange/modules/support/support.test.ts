import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallContext } from '../../http/register-call';
import type { OperatorActor } from '../../platform/actor';
import { EventRunner } from '../../platform/event-consumers';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { createActions, createOperatorKey, foundOperator, identifyOperator } from '../operators/operators';
import { createFilesModule } from '../files/files.module';
import { answerSupportAction, listSupportQueue, readSupportAction, readSupportPictureAction } from './support';
import { takeMailTurn } from '../notifications/notifications';
import { createSupportModule } from './support.module';
import { LINES_AN_HOUR_MAX } from './support.service';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const acts = createActions([answerSupportAction, readSupportAction, readSupportPictureAction]);
type Thread = {
  lines: { id: string; from: string; text: string; about: string | null; picture: string | null }[];
  next: string | null;
  unread: number;
  median: number | null;
  promised: number | null;
  rate: string | null;
};

let world: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.db.close());

async function createWorld() {
  const db = await createTestDatabase();
  const { platform, heard, time } = createTestPlatform(db);
  const mails: { to: string; text: string }[] = [];
  const module = createSupportModule(platform, {
    mailer: { send: ({ to, text }) => Promise.resolve(void mails.push({ to, text })), list: null },
    files: createFilesModule(platform).service,
    takeTurn: takeMailTurn,
  });
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind, email) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person', 'ada@mail.example'),
       (8, 'bob', 'bob', 'BBBBBBBB', 'person', NULL)`,
  );
  const { key, fingerprint } = createOperatorKey();
  await db.transaction((tx) => foundOperator(tx, { name: 'eve', roles: ['admin', 'support'], fingerprint, at: 0 }));
  const operator: OperatorActor = await identifyOperator(db.read, key, 0);
  const second = createOperatorKey();
  await db.transaction((tx) => foundOperator(tx, { name: 'fay', roles: ['admin', 'support'], fingerprint: second.fingerprint, at: 0 }));
  const other = await identifyOperator(db.read, second.key, 0);
  let requests = 0;
  const call = async <T>(id: string, input: object = {}, userId = '7'): Promise<T> => {
    const session = { userId, username: 'ada', mode: 'demo', sessionId: '1' } as const;
    const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
    return (await module.calls.find((one) => one.call.id === id)?.run(input, context)) as T;
  };
  return {
    db,
    time,
    heard,
    mails,
    platform,
    call,
    say: (msg: string, more: object = {}, userId = '7') => {
      requests += 1;
      return call('support.send', { msg, request_id: `request-${String(requests).padStart(16, '0')}`, ...more }, userId);
    },
    thread: (input: object = {}, userId = '7') => call<Thread>('x.support', input, userId),
    answer: (text: string, user = '7', reason = 'a question was asked') =>
      db.transaction((tx) =>
        acts.performAction(tx, { actor: operator, act: 'support.answer', reason, input: { user, text }, at: time.now }),
      ),
    agree: (requestId: string) =>
      db.transaction((tx) => acts.approveRequest(tx, { actor: other, requestId, reason: 'read', at: time.now })),
    readThread: (user: string) =>
      db.transaction((tx) =>
        acts.performAction(tx, { actor: operator, act: 'support.read', reason: 'a question was asked', input: { user }, at: time.now }),
      ),
    look: (id: string) =>
      db.transaction((tx) =>
        acts.performAction(tx, { actor: operator, act: 'support.picture', reason: 'they sent it', input: { id }, at: time.now }),
      ),
    /** Reads all events from where the consumer stands. */
    async read() {
      const timing = { triesMax: 2, backoffMs: 1, backoffMaxMs: 1, gapMs: 1 };
      const runner = new EventRunner({
        db,
        log: platform.log,
        metrics: platform.metrics,
        kinds: module.events,
        consumers: module.consumers,
        timing,
      });
      await runner.start();
      await expect
        .poll(async () => {
          await runner.round();
          const { rows } = await db.read.query<{ left: string }>(
            `SELECT count(*) AS left FROM event_log e, event_consumers c WHERE c.name = 'support' AND (e.xid, e.id) > (c.xid, c.id)`,
          );
          return Number(rows[0]?.left);
        })
        .toBe(0);
      await runner.stop();
    },
    async jobs() {
      const { rows } = await db.read.query<{ kind: string; key: string; at: Date; payload: object }>(
        'SELECT kind, key, due_at AS at, payload FROM jobs ORDER BY kind, key',
      );
      return rows.map(({ kind, key, at, payload }) => ({ kind, key, at: at.getTime(), payload }));
    },
    /** Does the jobs of one kind, whenever they are due. */
    async run(kind: string, only?: string) {
      const job = module.jobs.find((one) => one.name === kind);
      for (const { payload, key, at, kind: name } of await this.jobs()) {
        if (name !== kind || (only ?? key) !== key) continue;
        if (job?.prepare === undefined)
          await db.transaction((tx) => job!.run(tx, { key, payload: payload as never, cursor: null, dueAt: at, attempts: 0 }));
        else {
          const delivery = await db.transaction(async (tx) => job.prepare?.(tx, payload as never, { key, claimedUntil: time.now }));
          await delivery?.send();
          await db.transaction(async (tx) => delivery?.settle?.(tx));
        }
      }
    },
    /** Sends the mails that are due by a time, each job once, in their order. */
    async mailUntil(to: number) {
      for (;;) {
        const [next] = (await this.jobs()).filter(({ kind, at }) => kind === 'support mail' && at <= to).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        time.now = Math.max(time.now, next.at);
        await this.run('support mail', next.key);
        await db.read.query(`DELETE FROM jobs WHERE kind = 'support mail' AND key = $1`, [next.key]);
      }
      time.now = to;
    },
  };
}

describe('a thread', () => {
  it('holds what its person and operators wrote, in order, each with what it is about, and nobody else reads it', async () => {
    await world.say('Where is it?', { about: 'withdrawal:12' });
    await world.answer('It was sent at noon.');
    const { lines, unread } = await world.thread();
    expect(lines.map(({ from, text, about }) => [from, text, about])).toEqual([
      ['operator', 'It was sent at noon.', null],
      ['user', 'Where is it?', 'withdrawal:12'],
    ]);
    expect(unread).toBe(1);
    expect((await world.thread({}, '8')).lines).toEqual([]);
    expect(await world.call('support.lines', { msg: '0' })).toMatchObject({ unread: 0, lines: [{ from: 'user' }, { from: 'operator' }] });
  });
  it('takes one picture with a line: the own one, once, and kept; operators of support look at no other', async () => {
    const addPicture = async (userId: string, digit: string) => {
      await world.db.read.query(
        `INSERT INTO files (id, user_id, width, height, key_id, sealed, created_at, delete_at)
         VALUES ($1, $2, 1, 1, 'key', decode(repeat('00', 40), 'hex'), to_timestamp($3::int8 / 1000.0), to_timestamp($3::int8 / 1000.0) + interval '1 hour')`,
        [digit.repeat(32), userId, world.time.now],
      );
      return digit.repeat(32);
    };
    const [own, foreign] = [await addPicture('7', 'a'), await addPicture('8', 'b')];
    await expect(world.say('Look', { picture: foreign })).rejects.toMatchObject({ code: 'PICTURE_UNKNOWN' });
    await world.say('Look', { picture: own });
    await expect(world.say('Again', { picture: own })).rejects.toMatchObject({ code: 'PICTURE_UNKNOWN' });
    expect((await world.thread()).lines).toMatchObject([{ text: 'Look', picture: own }]);
    const { rows } = await world.db.read.query<{ purpose: string | null }>('SELECT purpose FROM files ORDER BY id');
    expect(rows.map(({ purpose }) => purpose)).toEqual(['support', null]);
    await world.look(own);
    await expect(world.look(foreign)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await world.answer('Seen');
    world.time.now += 30 * 24 * HOUR - 1;
    await world.look(own);
    world.time.now += 1;
    await expect(world.look(own), 'the thread is no case any more').rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
  it('security: is read by operators while it is a case: from the first question until 30 days after the last answer', async () => {
    await expect(world.readThread('7')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await world.say('Question');
    await world.readThread('7');
    await expect(world.readThread('8')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await world.answer('Answer');
    world.time.now += 30 * 24 * HOUR - 1;
    await world.readThread('7');
    world.time.now += 1;
    await expect(world.readThread('7')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await world.say('Another question');
    await world.readThread('7');
  });
  it('is read page by page', async () => {
    for (let index = 0; index < 55; index += 1) await world.say(`line ${index}`);
    const first = await world.thread();
    expect([first.lines.length, first.lines[0]?.text]).toEqual([50, 'line 54']);
    const second = await world.thread({ before: first.next });
    expect([second.lines.length, second.lines.at(-1)?.text, second.next]).toEqual([5, 'line 0', null]);
  });
  it('takes a line once, however often it is sent, and no more than a person can mean in an hour', async () => {
    const request = { msg: 'Once', request_id: 'request-aaaaaaaaaaaaaaaa' };
    await Promise.all([world.call('support.send', request), world.call('support.send', request)]);
    expect((await world.thread()).lines).toHaveLength(1);
    await expect(world.call('support.send', { ...request, msg: 'Twice' })).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
    for (let index = 1; index < LINES_AN_HOUR_MAX; index += 1) await world.say('more');
    await expect(world.say('too much')).rejects.toMatchObject({ code: 'SUPPORT_TOO_MANY' });
    world.time.now += HOUR + 1;
    await world.say('later');
  });
});

describe('what is promised', () => {
  it('an answer within 24 hours of the first line that nobody answered, and an alarm when there is none', async () => {
    const asked = world.time.now;
    await world.say('Hello?');
    world.time.now += HOUR;
    await world.say('Anybody?');
    expect((await world.thread()).promised).toBe(asked + 24 * HOUR);
    await world.read();
    expect((await world.jobs()).map(({ kind, at }) => [kind, at])).toEqual([['support answer late', asked + 24 * HOUR]]);
    await world.run('support answer late');
    expect((await world.platform.metrics.render()).body).toContain('exchange_alarms_total{kind="support_answer_late"} 1');
    await world.answer('Here I am.');
    expect((await world.thread()).promised).toBeNull();
    await world.run('support answer late');
    expect((await world.platform.metrics.render()).body).toContain('exchange_alarms_total{kind="support_answer_late"} 1');
  });
  it('the time shown is the median of the answers of the last 7 days', async () => {
    for (const [index, minutes] of [10, 60, 30].entries()) {
      const user = index % 2 === 0 ? '7' : '8';
      await world.say('Question', {}, user);
      world.time.now += minutes * MINUTE;
      await world.answer('Answer', user);
    }
    world.time.now += 2 * MINUTE;
    expect((await world.thread()).median).toBe(30 * 60);
    world.time.now += 7 * 24 * HOUR;
    expect((await world.thread()).median).toBeNull();
  });
  it('an answer can be rated, by its person alone', async () => {
    await world.say('Question');
    await expect(world.call('x.supportRate', { id: '1', stars: '5' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await world.answer('Answer');
    const { rate } = await world.thread();
    await expect(world.call('x.supportRate', { id: rate, stars: '5' }, '8')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await world.call('x.supportRate', { id: rate, stars: '4' });
    expect((await world.thread()).rate).toBeNull();
  });
});

describe('an answer', () => {
  it('is told to open pages of both modes, and mailed to who has not opened it two minutes later', async () => {
    await world.say('Question');
    await world.answer('The answer.');
    await world.read();
    const told = world.heard.filter((event) => event.kind === 'account' && event.changed.includes('support'));
    expect(new Set(told.map((event) => 'mode' in event && event.mode))).toEqual(new Set(['real', 'demo']));
    await world.run('support mail');
    expect(world.mails).toEqual([{ to: 'ada@mail.example', text: expect.stringContaining('/support') }]);
    // No word of an operator is mailed in the name of the house.
    expect(world.mails[0]?.text).not.toContain('The answer.');
    await world.answer('Another.');
    await world.read();
    await world.call('x.supportRead');
    await world.call('x.supportRead');
    const opened = await world.db.read.query(`SELECT payload FROM event_log WHERE kind = 'support.opened'`);
    expect(opened.rows).toEqual([{ payload: { line: '3' } }]);
    world.mails.length = 0;
    await world.run('support mail');
    expect(world.mails).toEqual([]);
  });
  it('is mailed once an hour at most and not in quiet hours, and each answer in one mail alone', async () => {
    await world.db.read.query(
      `INSERT INTO notification_people (user_id, quiet_from, quiet_until, quiet_zone) VALUES (7, 660, 780, 'Etc/UTC')`,
    );
    const noon = Date.UTC(2026, 2, 1, 12);
    world.time.now = noon;
    await world.say('Question');
    for (const text of ['First', 'Second', 'Third']) await world.answer(text);
    await world.read();
    await world.mailUntil(noon + 50 * MINUTE);
    expect(world.mails).toHaveLength(0);
    await world.mailUntil(noon + HOUR + MINUTE);
    expect(world.mails).toHaveLength(1);
    await world.answer('Fourth');
    await world.answer('Fifth');
    await world.read();
    await world.mailUntil(noon + 110 * MINUTE);
    expect(world.mails).toHaveLength(1);
    await world.mailUntil(noon + 10 * HOUR);
    expect(world.mails).toHaveLength(2);
  });
  it('is not mailed to a closed account', async () => {
    await world.say('Question');
    await world.answer('Answer');
    await world.read();
    await world.db.read.query('UPDATE users SET closed_at = now() WHERE id = 7');
    await world.run('support mail');
    expect(world.mails).toEqual([]);
  });
  it('security: who asked nothing is written to by two, once for each time, and nothing is mailed or told before', async () => {
    const asked = await world.answer('Send your code to us.');
    expect(asked).toMatchObject({ state: 'requested', preview: expect.stringContaining('Send your code to us.') });
    expect((await world.thread()).lines).toEqual([]);
    const { rows } = await world.db.read.query("SELECT 1 FROM event_log WHERE kind = 'support.answered'");
    expect(rows).toEqual([]);
    await world.agree(asked.state === 'requested' ? asked.requestId : '');
    expect((await world.thread()).lines).toMatchObject([{ from: 'operator', text: 'Send your code to us.' }]);
    expect(await world.answer('And another.')).toMatchObject({ state: 'requested' });
  });
  it('security: one operator answers so many times in an hour, then somebody else reads the words first', async () => {
    await world.say('Question');
    for (let count = 0; count < 60; count += 1) expect(await world.answer(`Answer ${count}`)).toMatchObject({ state: 'done' });
    const asked = await world.answer('One more');
    expect(asked).toMatchObject({ state: 'requested', preview: expect.stringContaining('eve, who did this 60 times alone') });
    await world.agree(asked.state === 'requested' ? asked.requestId : '');
    world.time.now += HOUR;
    expect(await world.answer('The next hour')).toMatchObject({ state: 'done' });
  });
  it('needs a reason and a person; who waits is listed, the longest first', async () => {
    await world.say('First', {}, '8');
    world.time.now += MINUTE;
    await world.say('Second');
    expect((await listSupportQueue(world.db.read)).map(({ userId }) => userId)).toEqual(['8', '7']);
    await expect(world.answer('Answer', '7', '')).rejects.toThrow();
    await expect(world.answer('Answer', '99')).rejects.toThrow('There is no user 99.');
    expect(await listSupportQueue(world.db.read)).toHaveLength(2);
  });
});

it('a consumer that reads everything again plans the same jobs', async () => {
  await world.say('Question');
  await world.answer('Answer');
  await world.say('Again', {}, '8');
  await world.read();
  const planned = await world.jobs();
  expect(planned).toHaveLength(3);
  await world.db.read.query(`UPDATE event_consumers SET xid = '0', id = 0 WHERE name = 'support'`);
  await world.read();
  expect(await world.jobs()).toEqual(planned);
});

it('plans the same watches and mails when everything is read again from the first event, also when nothing was left of them', async () => {
  await world.say('Where is it?');
  await world.read();
  await world.answer('It was sent at noon.');
  await world.say('Thanks. And the other one?');
  await world.read();
  const before = await world.jobs();
  expect(before.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['support mail']));
  await world.db.read.query("UPDATE event_consumers SET xid = '0', id = 0");
  await world.read();
  expect(await world.jobs()).toEqual(before);
  await world.db.read.query('DELETE FROM jobs');
  await world.db.read.query("UPDATE event_consumers SET xid = '0', id = 0");
  await world.read();
  expect(await world.jobs()).toEqual(before);
});
