import { describe, expect, it } from 'vitest';
import { brand } from '../../../lib/brand';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../lib/protocol/wire';
import { SECURITY_CHANGES } from '../../../lib/rules/security';
import { STEP_UP_ACTS } from '../../../lib/rules/step-up';
import * as letters from './accounts.compose-mail';
import { type Mail, withPhrase } from './accounts.mail';
import { writeMailHtml } from './accounts.mail-html';

const ORIGIN = 'https://candor.example';
const URL = `${ORIGIN}/freeze#abc.DEF-1_2`;
const TOLD = { when: '5/1/26, 12:00 UTC', url: URL };
const WHERE = { device: 'Firefox, Linux', place: '203.0.113.*' };
const WITHDRAWN = { amount: '100 USDT', arrives: '97 USDT', network: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
const SUBJECT = { amount: '100 USDT', address: WITHDRAWN.address, network: 'ERC20', memo: '7', terms: 'T1' };
type Writer = (reader: letters.Reader) => Mail;
/** Every mail that leaves the house but the digest, which has tests of its own. */
const MAILS: readonly (readonly [string, Writer])[] = [
  ['code', (reader) => letters.writeCodeMail(reader, '123456')],
  ['taken', (reader) => letters.writeTakenMail(reader)],
  ['support', (reader) => letters.writeSupportMail(reader, URL)],
  ...STEP_UP_ACTS.map(
    (act) =>
      [`confirm ${act}`, (reader: letters.Reader) => letters.writeConfirmMail(reader, { code: '123456', act, subject: SUBJECT })] as const,
  ),
  ...(['new-device', 'changed'] as const).map(
    (kind) => [kind, (reader: letters.Reader) => letters.writeAccountMail(reader, { kind, ...WHERE }, TOLD)] as const,
  ),
  ...SECURITY_CHANGES.map(
    (what) =>
      [what, (reader: letters.Reader) => letters.writeAccountMail(reader, { kind: 'protection', what, isUndoing: true }, TOLD)] as const,
  ),
  ...(['reset', 'reset-wallet'] as const).map(
    (kind) => [kind, (reader: letters.Reader) => letters.writeAccountMail(reader, { kind }, TOLD)] as const,
  ),
  ...(['frozen', 'frozen-wallet'] as const).flatMap((kind) =>
    [null, TOLD.when].map(
      (bound) => [`${kind} ${bound}`, (reader: letters.Reader) => letters.writeAccountMail(reader, { kind, bound }, TOLD)] as const,
    ),
  ),
  ['withdrawal', (reader) => letters.writeAccountMail(reader, { kind: 'withdrawal', ...WITHDRAWN }, TOLD)],
];
/** English words of which each English mail has one at least, and no other mail any: none is a word of another of the languages. */
const ENGLISH = /\b(your|the|this|with|have|from|we|never)\b/i;
/** What is called the same in every language, and what is somebody's own. */
const OWN = new RegExp([brand.name, 'Firefox', 'Linux', 'USDT', 'ERC20', 'UTC', 'https\\S+', '0x\\w+'].join('|'), 'g');

async function send(mail: Mail, phrase: string | null): Promise<Mail> {
  const sent: Mail[] = [];
  const mailer = { send: (one: Mail) => Promise.resolve(void sent.push(one)), list: null };
  await withPhrase(mailer, () => Promise.resolve(phrase)).send(mail, 0);
  return sent[0] as Mail;
}
const write = (writer: Writer, lang: Locale) => send(writer({ to: 'ada@mail.example', lang }), 'δέντρο 42');
/** What somebody reads of the HTML part. */
const readHtml = (html: string) =>
  html
    .replace(/^.*<body>/s, '')
    .replace(/<br>/g, '\n')
    .replace(/<\/p>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();

describe.each(LOCALES)('mails in %s', (lang) => {
  it.each(MAILS)('%s has every value, no place left, its phrase, and the same words as a page', async (_name, writer) => {
    const mail = await write(writer, lang);
    const english = await write(writer, DEFAULT_LOCALE);
    expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined/);
    for (const value of ['123456', URL, '203.0.113.*', ...Object.values(WITHDRAWN)])
      expect(mail.text.includes(value), value).toBe(english.text.includes(value));
    expect(mail.text.split('\n').at(-1)).toContain('δέντρο 42');
    const html = writeMailHtml(mail, ORIGIN);
    expect(html).toContain(`<html lang="${lang}">`);
    expect(readHtml(html)).toBe(`${brand.name}\n\n${mail.text}`);
    expect(html.match(/<a /g)?.length ?? 0).toBe(mail.text.includes(URL) ? 1 : 0);
    expect(mail.text).not.toMatch(/。 /);
  });
});

describe.each(LOCALES.filter((lang) => lang !== DEFAULT_LOCALE))('mails in %s', (lang) => {
  it.each(MAILS)('%s says nothing in English', async (_name, writer) => {
    const [mail, english] = [await write(writer, lang), await write(writer, DEFAULT_LOCALE)];
    expect(english.text.replaceAll(OWN, '')).toMatch(ENGLISH);
    expect(`${mail.subject}\n${mail.text}`.replaceAll(OWN, '')).not.toMatch(ENGLISH);
    expect(mail.subject).not.toBe(english.subject);
  });
});

describe.each(['ja', 'zh-CN', 'zh-TW'] as const)('mails in %s', (lang) => {
  it.each(MAILS)('%s has no Latin comma or colon between its words', async (_name, writer) => {
    const { subject, text } = await write(writer, lang);
    expect(`${subject}\n${text.replaceAll(TOLD.when, '')}`).not.toMatch(/[,:] /);
  });
});

it('says a code large, and never six digits of an amount', () => {
  const reader = { to: 'ada@mail.example', lang: 'en' } as const;
  const largeIn = (mail: Mail) => [...writeMailHtml(mail, ORIGIN).matchAll(/<strong class="code">([^<]*)</g)].map(([, large]) => large);
  const amounts = { kind: 'withdrawal', ...WITHDRAWN, amount: '12345.678901 USDT', arrives: '678901 USDT' } as const;
  expect(largeIn(letters.writeAccountMail(reader, amounts, TOLD))).toEqual([]);
  expect(largeIn(letters.writeCodeMail(reader, '678901'))).toEqual(['678901']);
  const subject = { ...SUBJECT, amount: '678901 USDT', address: '0x678901' };
  expect(largeIn(letters.writeConfirmMail(reader, { code: '678901', act: 'withdrawal', subject }))).toEqual(['678901']);
});

it('a change of what protects an account stands at the head of its mail', () => {
  const news = { kind: 'protection', what: 'wallet-linked', isUndoing: true } as const;
  const mail = letters.writeAccountMail({ to: 'ada@mail.example', lang: 'en' }, news, TOLD);
  expect(writeMailHtml(mail, ORIGIN).match(/<strong>[^<]*/g)).toEqual(['<strong>Wallet linked']);
});

it('a change of what protects an account says once what to do against it', () => {
  const news = { kind: 'protection', what: 'passkey-added', isUndoing: false } as const;
  const { text } = letters.writeAccountMail({ to: 'ada@mail.example', lang: 'en' }, news, TOLD);
  expect(text.match(/freeze your account/g)).toHaveLength(1);
});

it('security: what a person wrote is text in the HTML part: no tag, no link, nothing that is fetched', async () => {
  const phrase = `<img src="https://evil.example/x.png"> & <script>alert('1')</script> https://evil.example/freeze#abc" onclick="x`;
  const html = writeMailHtml(await send(letters.writeTakenMail({ to: 'ada@mail.example', lang: 'en' }), phrase), ORIGIN);
  expect(html).not.toMatch(/<(img|script|b|a|link)\b|url\(|@import/);
  expect(readHtml(html)).toContain(phrase);
});

it('security: a value that looks like a place is not filled', async () => {
  const { text } = await send(letters.writeTakenMail({ to: 'ada@mail.example', lang: 'en' }), '{brand} {code}');
  expect(text).toContain('{brand} {code}');
});

it.each(LOCALES)('the mail about an answer of support links to where it is read (%s)', (lang) => {
  const mail = letters.writeSupportMail({ to: 'ada@mail.example', lang }, 'https://candor.example/support');
  expect(mail.text.split('\n')).toContain('https://candor.example/support');
  expect(writeMailHtml(mail, ORIGIN)).toContain('<a href="https://candor.example/support">');
});

it('security: a line that is an address of somebody else is text, whatever it looks like', () => {
  const lines = [
    'https://evil.example/support',
    `${ORIGIN}.evil.example/support`,
    `${ORIGIN}@evil.example/support`,
    `${ORIGIN}/freeze#a"b`,
  ];
  const html = writeMailHtml({ lang: 'en', subject: 'x', text: [...lines, URL].join('\n') }, ORIGIN);
  expect(html.match(/<a [^>]*>/g)).toEqual([`<a href="${URL}">`]);
});
