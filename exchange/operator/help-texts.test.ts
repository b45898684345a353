import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_BODY_BYTES_MAX } from '../../lib/operator/define';
import { helpChanges, helpPages } from '../../lib/protocol/help';
import { tradeInfo } from '../../lib/protocol/markets';
import { LOCALES } from '../../lib/protocol/wire';
import { composeModules } from '../composition/compose';
import { type CallContext, handle } from '../http/register-call';
import type { FeeTerms, PromisedTerms } from '../modules/help/help.fees';
import { readHelpEntry } from '../modules/help/help';
import { createHelpModule } from '../modules/help/help.module';
import { createOperatorKey, foundOperator, identifyOperator } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { DomainError } from '../platform/domain-error';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { acts } from './actions';

const context: CallContext = { session: null, ip: '127.0.0.1', isBff: false, actor: null, setSession: () => undefined };
const COST = { q: 'What do I pay?', a: 'Only fees, and {brand} says them before.' };
let db: Database;
let run: (call: { id: string }, input: unknown) => Promise<unknown>;
const keys: string[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  const { platform } = createTestPlatform(db);
  const help = createHelpModule(platform, { terms: {} as FeeTerms & PromisedTerms });
  const all = composeModules([
    help,
    { name: 'trade', calls: [handle(tradeInfo, () => Promise.reject(new DomainError('FEATURE_NOT_OFFERED')))] },
  ]);
  help.onComposed(all);
  run = (call, input) => all.calls.find((one) => one.call.id === call.id)?.run(input, context) ?? Promise.reject(new Error('no such call'));
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    keys.push(key);
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
  }
});
afterAll(() => db.close());

type Asked = 'help.change' | 'help.restore' | 'announcements.publish';
const identify = async (at: 0 | 1) => identifyOperator(db.read, keys[at] ?? '', 1);
/** The version of an entry that members read now. */
const versionOf = async (entry: string) => (await readHelpEntry(db.read, entry))?.versions[0]?.version ?? 0;
async function request(act: Asked, input: object) {
  const [actor, base] = [await identify(0), 'entry' in input ? { base: await versionOf(String(input.entry)) } : {}];
  const asked = await db.transaction((tx) => acts.performAction(tx, { actor, act, reason: 'a test', input: { ...base, ...input }, at: 1 }));
  if (asked.state !== 'requested') throw new Error('two have to agree');
  return asked;
}
async function approve(requestId: string): Promise<string> {
  const actor = await identify(1);
  return db.transaction((tx) => acts.approveRequest(tx, { actor, requestId, reason: 'seen', at: 2 }));
}
/** One asks for it, the other agrees. */
const agree = async (act: Asked, input: object) => approve((await request(act, input)).requestId);
const read = async (lang: string) => ((await run(helpPages, { id: 'faq.cost', lang })) as { title: string; text: string }[])[0];

it('a text is changed by two in the languages that were given, in versions, and taken back as it ships', async () => {
  const [shipped, german] = [await read('en'), await read('de')];
  expect(await agree('help.change', { entry: 'cost', texts: { en: COST }, note: 'shorter' })).toBe('help text cost is shown in version 1');
  expect(await read('en')).toMatchObject({ title: 'What do I pay?', text: 'Only fees, and Candor says them before.' });
  expect(await read('de')).toEqual(german);
  expect(await run(helpChanges, { lang: 'en' })).toEqual([{ entry: 'cost', question: COST.q, answer: COST.a }]);
  expect(await run(helpChanges, { lang: 'de' })).toEqual([]);
  await agree('help.change', { entry: 'cost', texts: { de: { q: 'Was zahle ich?', a: 'Nur Gebühren.' } }, note: 'German too' });
  expect(await read('en')).toMatchObject({ title: 'What do I pay?' });
  expect(await read('de')).toMatchObject({ title: 'Was zahle ich?' });
  expect(await agree('help.restore', { entry: 'cost', note: 'back' })).toContain('as version 3');
  expect([await read('en'), await read('de')]).toEqual([shipped, german]);
  await expect(agree('help.restore', { entry: 'cost', note: 'back' })).rejects.toThrow('as it ships');
});

it('a text with a figure that nobody fills, of no entry, or without a word is refused', async () => {
  const change = (entry: string, texts: object) => agree('help.change', { entry, texts, note: 'x' });
  await expect(change('cost', { en: { ...COST, a: 'It costs {nothingKnown}.' } })).rejects.toThrow('Nothing fills {nothingKnown}');
  await expect(change('no-such', { en: COST })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  await expect(change('cost', {})).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  await expect(change('cost', { en: { q: 'What?', a: ' ' } })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});

it('what operators write is agreed on at its longest in every language, however it is written', async () => {
  const inAll = <T>(texts: T) => Object.fromEntries(LOCALES.map((lang) => [lang, texts]));
  for (const sign of ['中', '\u0001']) {
    const texts = inAll({ q: sign.repeat(200), a: sign.repeat(2_000) });
    expect(await agree('help.change', { entry: 'cost', texts, note: 'long' })).toContain('help text cost is shown');
    const news = inAll({ title: '中'.repeat(200), text: sign.repeat(5_000) });
    expect(await agree('announcements.publish', { texts: news })).toContain('was published');
    expect(Buffer.byteLength(JSON.stringify({ reason: sign.repeat(500), input: { texts: news } }))).toBeLessThan(OPERATOR_BODY_BYTES_MAX);
  }
});

it('security: an approval shows exactly what is published: what was asked for against another version is refused, and says so', async () => {
  const change = (text: object) => request('help.change', { entry: 'who-for', texts: text, note: 'x' });
  const [first, second] = [await change({ en: COST }), await change({ de: COST })];
  const restore = await request('help.restore', { entry: 'who-for', note: 'back' });
  expect(first.preview).toContain('in place of version 0');
  await approve(first.requestId);
  for (const { requestId } of [second, restore])
    await expect(approve(requestId)).rejects.toMatchObject({
      code: 'MOVED_ON',
      message: expect.stringContaining(
        'Somebody changed the text who-for: it is at version 1, and this was asked for against version 0.',
      ) as string,
    });
  expect((await readHelpEntry(db.read, 'who-for'))?.changed).toEqual(['en']);
  expect((await change({ de: COST })).preview).toContain('in place of version 1');
});

it('who approves that a text is taken back reads what is shown then, in every language', async () => {
  await agree('help.change', { entry: 'cost', texts: { en: COST }, note: 'shorter' });
  const { preview, requestId } = await request('help.restore', { entry: 'cost', note: 'back' });
  await approve(requestId);
  const texts = Object.entries((await readHelpEntry(db.read, 'cost'))?.texts ?? {});
  expect(texts).toHaveLength(LOCALES.length);
  for (const [lang, { q, a }] of texts) expect(preview).toContain(`${lang}: ${q}\n| ${a}`);
});

it('security: no version that was shown is changed or removed', async () => {
  for (const sql of ["UPDATE help_versions SET note = 'x'", 'DELETE FROM help_versions', 'TRUNCATE help_versions'])
    await expect(db.read.query(sql)).rejects.toThrow('stays');
});
