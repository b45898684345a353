import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../lib/protocol/wire';
import type { CallContext } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createAnnouncementsModule } from './announcements.module';

type News = { id: string; title: string; text: string; time: number }[];
const context: CallContext = { session: null, ip: '127.0.0.1', isBff: false, actor: null, setSession: () => undefined };
let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

function readNews(lang: string | undefined, sandbox = true): Promise<News> {
  const { calls } = createAnnouncementsModule({ db, env: { sandbox } } as Platform);
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
});
