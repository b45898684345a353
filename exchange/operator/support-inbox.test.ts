import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAVED_ANSWERS_MAX } from '../../lib/rules/support';
import type { handle } from '../http/register-call';
import { createFilesModule } from '../modules/files/files.module';
import { createOperatorKey, foundOperator, ROLES } from '../modules/operators/operators';
import { takeMailTurn } from '../modules/notifications/notifications';
import { createSupportModule } from '../modules/support/support.module';
import type { Database } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { answerEndpoint, findEndpoint } from './surface';

const MINUTE_MS = 60_000;
const reason = 'a question';
let db: Database;
let made: ReturnType<typeof createTestPlatform>;
let say: (text: string) => Promise<unknown>;
let user: string;
const tokens = new Map<string, string>();
const keys = new Map<string, string>();

async function ask(who: string, name: string, input: object): Promise<unknown> {
  const desk = {
    ...made.platform,
    audits: [],
    sealing: createLazySealing(made.platform.env),
    listMarkets: () => [],
    listWallets: async () => [],
    prepareSweep: () => Promise.reject(new Error('no chain')),
  };
  const served = findEndpoint(name);
  if (served === null) throw new Error(`no ${name}`);
  return answerEndpoint(desk, { served, token: tokens.get(who) ?? '', input });
}
async function signIn(who: string): Promise<void> {
  tokens.set(who, ((await ask(who, 'session.key', { key: keys.get(who) })) as { token: string }).token);
}
async function found(who: string, roles: readonly string[]): Promise<void> {
  const { key, fingerprint } = createOperatorKey();
  keys.set(who, key);
  await db.transaction((tx) => foundOperator(tx, { name: who, roles, fingerprint, at: 0 }));
}
const act = (who: string, name: string, input: object) => ask(who, `acts.${name}`, { reason, input });
const answer = (who: string, text: string) => act(who, 'support.answer', { user, text });
const handOver = (who: string, to: string | null) => act(who, 'support.hand-over', { user, to });
type Thread = { lines: { id: string; from: string | null; text: string }[]; promisedAt: number | null; holder: string | null };
const open = async (who: string, more: object = {}) => (await ask(who, 'support.thread', { user, reason, ...more })) as Thread;
const follow = async (who: string, after: string) => (await ask(who, 'support.follow', { user, reason, after })) as Thread;
const list = async (who: string, filter: string) =>
  ((await ask(who, 'queues.list', { queue: 'support', filter })) as { items: { id: string; holder: string | null }[] }).items;
const countLooks = async () =>
  Number(
    (await db.read.query<{ count: string }>(`SELECT count(*) AS count FROM operator_log WHERE entry::jsonb ->> 'act' = 'support.read'`))
      .rows[0]?.count,
  );

beforeAll(async () => {
  db = await createTestDatabase();
  made = createTestPlatform(db, { env: { consoleKey: 'x'.repeat(40), filesKey: 'A'.repeat(43) } });
  const mailer = { send: () => Promise.resolve(), list: null };
  const module = createSupportModule(made.platform, { mailer, files: createFilesModule(made.platform).service, takeTurn: takeMailTurn });
  let requests = 0;
  say = (msg) => {
    requests += 1;
    const session = { userId: user, username: 'ada', mode: 'demo', sessionId: '1' } as const;
    const send = module.calls.find(({ call }) => call.id === 'support.send') as ReturnType<typeof handle>;
    return send.run(
      { msg, request_id: `request-${String(requests).padStart(16, '0')}` },
      { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined },
    ) as Promise<unknown>;
  };
  await found('eve', ['admin']);
  await found('fay', ROLES);
});
afterAll(() => db.close());

let members = 0;
beforeEach(async () => {
  await Promise.all([...keys.keys()].map(signIn));
  members += 1;
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, referral_code, kind) VALUES ($1, $1, $2, 'person') RETURNING id`,
    [`member${members}`, `M${String(members).padStart(7, '0')}`],
  );
  user = rows[0]?.id ?? '';
});

describe('who sees to a question', () => {
  it('is who took it: others are refused until it is handed over, and each sees their own and the free ones', async () => {
    await say('Where is it?');
    expect((await list('eve', 'free')).map(({ id }) => id)).toContain(user);
    await handOver('eve', 'eve');
    expect(await open('fay')).toMatchObject({ holder: 'eve' });
    await expect(answer('fay', 'It is here.')).rejects.toThrow(`eve sees to user ${user}: have it handed over first.`);
    expect(await list('eve', 'mine')).toMatchObject([{ id: user, holder: 'eve' }]);
    expect((await list('fay', 'free')).map(({ id }) => id)).not.toContain(user);
    await handOver('eve', 'fay');
    await expect(answer('eve', 'It is here.')).rejects.toThrow('have it handed over first');
    expect(await answer('fay', 'It is here.')).toMatchObject({ state: 'done' });
    expect(await open('eve')).toMatchObject({ promisedAt: null, holder: null });
    expect((await ask('eve', 'queues.about', { queue: 'support', id: user })) as object).toMatchObject({
      log: expect.arrayContaining([
        expect.objectContaining({ act: 'support.hand-over', reason, outcome: expect.stringContaining('by fay') }),
      ]),
    });
  });
  it('what is asked within an hour of an answer stays with who gave it, later it is free', async () => {
    await say('Where is it?');
    await answer('fay', 'Here.');
    made.time.now += 59 * MINUTE_MS;
    await Promise.all([...keys.keys()].map(signIn));
    await say('And now?');
    expect(await open('eve')).toMatchObject({ holder: 'fay' });
    await handOver('eve', null);
    await answer('eve', 'There.');
    made.time.now += 61 * MINUTE_MS;
    await Promise.all([...keys.keys()].map(signIn));
    await say('And today?');
    expect((await open('eve')).holder).toBeNull();
  });
  it('nobody who may not answer, or is not there, holds one; nothing is handed over where nothing waits', async () => {
    await expect(handOver('eve', 'fay')).rejects.toThrow(`User ${user} waits for no answer.`);
    await say('Where is it?');
    await expect(handOver('eve', 'bob')).rejects.toThrow('bob is no operator who may answer.');
    await handOver('fay', 'fay');
    await db.read.query(`UPDATE operators SET state = 'suspended' WHERE name = 'fay'`);
    expect((await open('eve')).holder).toBeNull();
    await answer('eve', 'I see to it now.');
    await db.read.query(`UPDATE operators SET state = 'active' WHERE name = 'fay'`);
  });
});

it('the inbox is narrowed by who sees to it, by the wait, by language and by what was answered, each look in the log as it was asked', async () => {
  const narrow = async (more: object) => {
    const { items } = (await ask('eve', 'queues.list', { queue: 'support', user, ...more })) as { items: { id: string; lang: string }[] };
    return items.map(({ id, lang }) => `${id === user ? 'ours' : 'another'} ${lang}`);
  };
  await say('Where is it?');
  expect(await narrow({ lang: 'en' })).toEqual(['ours en']);
  await db.read.query(`INSERT INTO user_languages (user_id, lang) VALUES ($1, 'ja')`, [user]);
  expect([await narrow({ lang: 'en' }), await narrow({ lang: 'ja' })]).toEqual([[], ['ours ja']]);
  await db.read.query(`UPDATE user_languages SET lang = 'ko' WHERE user_id = $1`, [user]);
  expect([await narrow({ lang: 'ja' }), await narrow({ lang: 'ko' })]).toEqual([[], ['ours ko']]);
  await db.read.query(`UPDATE user_languages SET lang = 'ja' WHERE user_id = $1`, [user]);
  await handOver('eve', 'fay');
  expect([await narrow({ holder: 'eve' }), await narrow({ holder: 'fay' })]).toEqual([[], ['ours ja']]);
  made.time.now += 14 * MINUTE_MS;
  expect(await narrow({ waited: 15 })).toEqual([]);
  made.time.now += 2 * MINUTE_MS;
  expect(await narrow({ waited: 15, lang: 'ja', holder: 'fay' })).toEqual(['ours ja']);
  expect(await narrow({ filter: 'answered' })).toEqual([]);
  await answer('fay', 'Here.');
  expect([await narrow({}), await narrow({ filter: 'answered' })]).toEqual([[], ['ours ja']]);
  const { rows } = await db.read.query<{ outcome: string }>(
    `SELECT entry::jsonb ->> 'outcome' AS outcome FROM operator_log WHERE entry::jsonb ->> 'act' = 'lists.read' ORDER BY seq DESC LIMIT 20`,
  );
  expect(rows.map(({ outcome }) => outcome)).toContain(`the list support was shown (all, ja, over 15 min, of fay, user ${user})`);
  await expect(ask('eve', 'queues.list', { queue: 'support', waited: 7 })).rejects.toThrow();
});

it('a file of the inbox says what its page says: who is answered and who waits, until when, the language, and who sees to it', async () => {
  const take = async (filters: object) => {
    const asked = { report: 'support', day: '2026-03-01', filters: { user, ...filters }, reason: 'month end' };
    const { columns, rows } = (await ask('eve', 'reports.read', asked)) as { columns: string[]; rows: string[][] };
    return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  };
  await say('Where is it?');
  await handOver('eve', 'fay');
  expect(await take({})).toMatchObject([
    {
      case: user,
      user,
      about: 'waits for an answer',
      promised: expect.stringMatching(/Z$/) as string,
      language: 'en',
      'seen to by': 'fay',
    },
  ]);
  await answer('fay', 'Here.');
  expect(await take({ filter: 'answered' })).toMatchObject([{ about: 'answered', promised: '', language: 'en', 'seen to by': 'fay' }]);
});

describe('a thread that is open', () => {
  it('security: shows what came since, each look that shows something in the log with its reason, and none that shows nothing', async () => {
    await say('One');
    const before = await countLooks();
    const { lines } = await open('eve');
    expect(await countLooks()).toBe(before + 1);
    const last = lines.at(-1)?.id ?? '';
    expect(await follow('eve', last)).toMatchObject({ lines: [] });
    expect(await countLooks()).toBe(before + 1);
    await say('Two');
    expect((await follow('eve', last)).lines.map(({ text }) => text)).toEqual(['Two']);
    expect(await countLooks()).toBe(before + 2);
    await expect(ask('eve', 'support.follow', { user, reason: '', after: last })).rejects.toThrow('reason');
  });
  it('goes on behind a line forwards and backwards, 50 lines at a time', async () => {
    for (let at = 0; at < 55; at += 1) await say(`line ${at}`);
    const newest = await open('eve');
    expect([newest.lines.length, newest.lines[0]?.text]).toEqual([50, 'line 5']);
    expect((await open('eve', { before: newest.lines[0]?.id })).lines.map(({ text }) => text)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `line ${at}`),
    );
    expect((await follow('eve', '0')).lines).toHaveLength(50);
  });
  it('security: keeps no session open by asking on', async () => {
    await say('One');
    await open('eve');
    for (const name of ['support.follow', 'queues.pulse']) {
      await signIn('eve');
      const input = name === 'queues.pulse' ? { queue: 'support' } : { user, reason, after: '0' };
      made.time.now += 29 * MINUTE_MS;
      await ask('eve', name, input);
      made.time.now += MINUTE_MS;
      await expect(ask('eve', name, input), name).rejects.toThrow('Sign in first.');
    }
  });
  it('a list that is shown hears that its queue has changed', async () => {
    const pulse = () => ask('eve', 'queues.pulse', { queue: 'support' }) as Promise<{ count: number; newest: string | null }>;
    const before = await pulse();
    await say('One');
    const after = await pulse();
    expect([after.count, Number(after.newest) > Number(before.newest ?? 0)]).toEqual([before.count + 1, true]);
    await answer('eve', 'Here.');
    expect((await pulse()).count).toBe(before.count);
  });
});

describe('a saved answer', () => {
  const save = (name: string, lang: string, text: string, before: string | null = null) =>
    act('eve', 'support.save-answer', { name, lang, before, text });
  const saved = async () => ((await ask('fay', 'support.desk', {})) as { answers: { name: string; lang: string; text: string }[] }).answers;
  it('is kept by name and language, written anew and removed', async () => {
    await save('hello', 'en', 'Hello.');
    await save('hello', 'de', 'Guten Tag.');
    await save('hello', 'en', 'Good day.', 'Hello.');
    expect(await saved()).toEqual([
      { name: 'hello', lang: 'de', text: 'Guten Tag.' },
      { name: 'hello', lang: 'en', text: 'Good day.' },
    ]);
    await act('eve', 'support.drop-answer', { name: 'hello', lang: 'de' });
    await expect(act('eve', 'support.drop-answer', { name: 'hello', lang: 'de' })).rejects.toThrow('There is no answer hello (de).');
    expect(await saved()).toHaveLength(1);
    await expect(save('hello', 'xx', 'Hello.')).rejects.toThrow('lang');
    await expect(save(' ', 'en', 'Hello.')).rejects.toThrow('name');
  });
  it('there are at most 500', async () => {
    await db.read.query(
      `INSERT INTO support_saved_answers (name, lang, text)
       SELECT 'n' || n, 'en', 'text' FROM generate_series(1, $1::int4 - (SELECT count(*) FROM support_saved_answers)) n`,
      [SAVED_ANSWERS_MAX],
    );
    await expect(save('one more', 'en', 'Hello.')).rejects.toThrow('There are 500 saved answers');
    await save('n1', 'en', 'anew', 'text');
    expect(await saved()).toHaveLength(SAVED_ANSWERS_MAX);
  });
});
