import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../lib/protocol/wire';
import type { CallContext } from '../../http/register-call';
import type { Actor } from '../../platform/actor';
import type { Platform } from '../../platform/app';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { endAnnouncementAction, publishAnnouncementAction } from './announcements';
import { createAnnouncementsModule } from './announcements.module';

type News = { id: string; title: string; text: string; time: number; pinned: boolean }[];
const context: CallContext = { session: null, ip: '127.0.0.1', isBff: false, actor: null, setSession: () => undefined };
const actor = { kind: 'service', name: 'test' } as unknown as Actor;
let db: Database;
let now = 0;
const DAY = 86_400_000;

beforeAll(async () => {
  db = await createTestDatabase();
  // What came with the migrations is shown from then on.
  now = Date.now() + DAY;
});
afterAll(() => db.close());

function readNews(lang: string | undefined, sandbox = true): Promise<News> {
  const { calls } = createAnnouncementsModule({ db, env: { sandbox }, clock: { now: () => now } } as unknown as Platform);
  return calls[0]!.run({ lang }, context) as Promise<News>;
}

describe('announcements', () => {
  it('tells the three built-in ones in sandbox mode, newest first', async () => {
    const news = await readNews('en');
    expect(news.map(({ title }) => title)).toEqual(['You are in sandbox mode', 'How our prices can be checked', 'What a spot order costs']);
    expect(news[0]!.time).toBeGreaterThan(news[1]!.time);
  });

  it('keeps the one about the sandbox to itself outside sandbox mode', async () => {
    expect((await readNews('en', false)).map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('has a text of its own in each of the 13 languages', async () => {
    const titles = new Set<string>();
    for (const lang of LOCALES) for (const { title } of await readNews(lang)) titles.add(title);
    expect(titles.size).toBe(3 * LOCALES.length);
  });

  it.each(LOCALES)('says in %s where the fees of the day stand, and names none of them', async (lang) => {
    expect((await readNews(lang)).find(({ id }) => id === '1')?.text).not.toMatch(/%|0[.,]0/);
  });

  it.each([
    { lang: 'de', title: 'Sie sind im Sandbox-Modus' },
    { lang: 'ZH-tw', title: '您正處於沙盒模式' },
    { lang: 'zh', title: '您正处于沙盒模式' },
    { lang: 'de-AT', title: 'Sie sind im Sandbox-Modus' },
    { lang: 'xx', title: 'You are in sandbox mode' },
    { lang: undefined, title: 'You are in sandbox mode' },
  ])('answers lang=$lang with "$title"', async ({ lang, title }) => {
    expect((await readNews(lang))[0]!.title).toBe(title);
  });

  it('answers in English where a language is missing', async () => {
    await db.read.query("DELETE FROM announcement_texts WHERE announcement_id = 1 AND lang = 'ko'");
    expect((await readNews('ko')).at(-1)!.title).toBe('What a spot order costs');
  });

  it('stand from their start until their end, pinned ones first, and one that an operator ends is gone', async () => {
    const texts = { en: { title: 'Maintenance', text: 'Tonight' }, de: { title: 'Wartung', text: 'Heute Nacht' } };
    const time = (at: number) => new Date(at).toISOString();
    const publish = (input: object) =>
      db.transaction((tx) =>
        publishAnnouncementAction.run(tx, { input: publishAnnouncementAction.schema.parse({ texts, ...input }), actor, at: now }),
      );
    await publish({ starts: time(now + DAY), ends: time(now + 2 * DAY) });
    await publish({ starts: time(now - DAY), pinned: true });
    expect((await readNews('de')).map(({ title, pinned }) => [title, pinned])[0]).toEqual(['Wartung', true]);
    expect((await readNews('de')).filter(({ title }) => title === 'Wartung')).toHaveLength(1);
    now += DAY;
    const shown = (await readNews('fr')).filter(({ title }) => title === 'Maintenance');
    expect(shown).toHaveLength(2);
    await db.transaction((tx) => endAnnouncementAction.run(tx, { input: { announcement: shown[0]?.id }, actor, at: now }));
    expect((await readNews('fr')).filter(({ title }) => title === 'Maintenance')).toHaveLength(1);
    await expect(
      db.transaction((tx) => endAnnouncementAction.run(tx, { input: { announcement: shown[0]?.id }, actor, at: now })),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    now += DAY;
    expect((await readNews('fr')).filter(({ title }) => title === 'Maintenance')).toHaveLength(0);
  });

  it.each([
    [{ texts: { de: { title: 'Wartung', text: 'Heute' } } }],
    [{ texts: { en: { title: '', text: 'Tonight' } } }],
    [{ texts: { en: { title: 'Tonight\nde: Heute', text: 'Tonight' } } }],
    [{ texts: { en: { title: 'Tonight\u2028de: Heute', text: 'Tonight' } } }],
    [{ texts: { en: { title: 'a', text: 'b' }, xx: { title: 'a', text: 'b' } } }],
    [{ texts: { en: { title: 'a', text: 'b' } }, starts: '2026-03-02T00:00:00Z', ends: '2026-03-01T00:00:00Z' }],
  ])('%o is nothing to publish', (input) => {
    expect(publishAnnouncementAction.schema.safeParse(input).success).toBe(false);
  });
});

describe('telling members', () => {
  const texts = { en: { title: 'Maintenance', text: 'Tonight' }, de: { title: 'Wartung', text: 'Heute Nacht' } };
  const platform = (sandbox: boolean) => ({ db, env: { sandbox }, clock: { now: () => now } }) as unknown as Platform;
  const publish = (input: object) =>
    db.transaction((tx) =>
      publishAnnouncementAction.run(tx, { input: publishAnnouncementAction.schema.parse({ texts, ...input }), actor, at: now }),
    );
  async function readNewest(): Promise<{ announcement: string; startsAt: number }> {
    const { rows } = await db.read.query<{ payload: { announcement: string; startsAt: number } }>(
      "SELECT payload FROM event_log WHERE kind = 'announcement.published' ORDER BY id DESC LIMIT 1",
    );
    return rows[0]!.payload;
  }
  /** Does the job of an announcement to its end, and returns who is told what. */
  async function tell(announcement: string, sandbox = false): Promise<[string, string][]> {
    const [job] = createAnnouncementsModule(platform(sandbox)).jobs;
    let cursor: unknown = null;
    do {
      const piece = { key: announcement, payload: { announcement }, cursor, dueAt: now, attempts: 0 };
      cursor = await db.transaction((tx) => job!.run(tx, piece));
    } while (cursor !== null);
    const { rows } = await db.read.query<{ user_id: string; title: string }>(
      "SELECT user_id, payload ->> 'title' AS title FROM event_log WHERE kind = 'announcement.told' AND payload ->> 'announcement' = $1 ORDER BY id",
      [announcement],
    );
    return rows.map(({ user_id, title }) => [user_id, title]);
  }

  beforeAll(async () => {
    await db.read.query(
      `INSERT INTO users (id, username, username_key, referral_code, kind) SELECT 9000 + n, 'reader' || n, 'reader' || n, 'RRRRR' || (100 + n), 'person'
         FROM generate_series(1, 620) AS n`,
    );
    await db.read.query(
      "INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (9999, 'desk', 'desk', 'RRRRR999', 'service')",
    );
    await db.read.query(
      "INSERT INTO users (id, username, username_key, referral_code, kind, closed_at) VALUES (9998, 'left', 'left', 'RRRRR998', 'person', now())",
    );
    await db.read.query("INSERT INTO user_languages (user_id, lang) VALUES (9002, 'de'), (9003, 'ja')");
  });

  it('a job is planned for its start, and each member whose account is open is told once, in their language, in pieces', async () => {
    await publish({ starts: new Date(now + DAY).toISOString() });
    const { announcement, startsAt } = await readNewest();
    const { consumers } = createAnnouncementsModule(platform(false));
    const event = {
      id: '1',
      kind: 'announcement.published',
      userId: null,
      mode: null,
      at: now,
      payload: { announcement, startsAt },
    } as const;
    await db.transaction((tx) => consumers[0]!.handle(tx, [event]));
    const { rows } = await db.read.query<{ due: Date }>('SELECT run_at AS due FROM jobs WHERE kind = $1 AND key = $2', [
      'announcement telling',
      announcement,
    ]);
    expect(rows.map(({ due }) => due.getTime())).toEqual([now + DAY]);
    const told = await tell(announcement);
    expect(told).toHaveLength(620);
    // Reading it again from the first event plans nothing further.
    await db.transaction((tx) => consumers[0]!.handle(tx, [event]));
    const planned = await db.read.query('SELECT 1 FROM jobs WHERE kind = $1 AND key = $2', ['announcement telling', announcement]);
    expect(planned.rowCount).toBe(1);
    expect(told.slice(0, 3)).toEqual([
      ['9001', 'Maintenance'],
      ['9002', 'Wartung'],
      ['9003', 'Maintenance'],
    ]);
  });

  it('nobody is told of one that was ended, or that is for a sandbox elsewhere', async () => {
    await publish({});
    const ended = (await readNewest()).announcement;
    await db.transaction((tx) => endAnnouncementAction.run(tx, { input: { announcement: ended }, actor, at: now }));
    expect(await tell(ended)).toEqual([]);
    await publish({ audience: 'sandbox' });
    const { announcement } = await readNewest();
    expect(await tell(announcement)).toEqual([]);
    expect(await tell(announcement, true)).toHaveLength(620);
  });
});
