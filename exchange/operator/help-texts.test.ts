import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_BODY_BYTES_MAX } from '../../lib/operator/define';
import { helpChanges, helpPages } from '../../lib/protocol/help';
import { tradeInfo } from '../../lib/protocol/markets';
import { LOCALES } from '../../lib/protocol/wire';
import { composeModules } from '../composition/compose';
import { type CallContext, handle } from '../http/register-call';
import type { FeeTerms, PromisedTerms } from '../modules/help/help.fees';
import { createHelpModule } from '../modules/help/help.module';
import { createOperatorKey, foundOperator, identifyOperator } from '../modules/operators/operators';
import type { Database } from '../platform/db';
import { DomainError } from '../platform/domain-error';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { acts } from './acts';

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

/** One asks for it, the other agrees. */
async function agree(act: 'help.change' | 'help.restore' | 'announcements.publish', input: object): Promise<string> {
  const [eve, fay] = await Promise.all(keys.map((key) => identifyOperator(db.read, key, 1)));
  if (eve === undefined || fay === undefined) throw new Error('two are needed');
  const asked = await db.transaction((tx) => acts.performAct(tx, { actor: eve, act, reason: 'a test', input, at: 1 }));
  if (asked.state !== 'requested') throw new Error('two have to agree');
  return db.transaction((tx) => acts.approveRequest(tx, { actor: fay, requestId: asked.requestId, reason: 'seen', at: 2 }));
}
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
    const news = inAll({ title: sign.repeat(200), text: sign.repeat(5_000) });
    expect(await agree('announcements.publish', { texts: news })).toContain('was published');
    expect(Buffer.byteLength(JSON.stringify({ reason: sign.repeat(500), input: { texts: news } }))).toBeLessThan(OPERATOR_BODY_BYTES_MAX);
  }
});

it('security: no version that was shown is changed or removed', async () => {
  for (const sql of ["UPDATE help_versions SET note = 'x'", 'DELETE FROM help_versions', 'TRUNCATE help_versions'])
    await expect(db.read.query(sql)).rejects.toThrow('stays');
});
