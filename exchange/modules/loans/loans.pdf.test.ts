import sharp from 'sharp';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../lib/protocol/wire';
import { type AgreementFacts, composeAgreement, readAgreementText } from '../../../lib/rules/loan-agreement';
import { canPrint, chooseFonts, findFontFile } from './loans.fonts';
import { hasGlyph, readCoverage } from './loans.glyphs';
import { renderAgreementFile } from './loans.pdf';
import { AGREEMENT_TEXTS } from './loans.texts';
import { wrapWide } from './loans.wrap';

const SIGNED_AT = Date.UTC(2026, 2, 1, 12);
/** The column of labels. */
const LABEL_EM = 17.9;
const NAMES = ['José Nuñez', 'Đặng Thị Ngọc', 'Иван Йовчев', 'Ελένη Παπαδοπούλου', '王伟', '山田 さくら', '김민준'];
const facts = (change: Partial<AgreementFacts> = {}): AgreementFacts => ({
  number: '0123456789AB',
  locale: 'en',
  isTest: true,
  amount: '1000',
  rate: '0.15',
  days: 7,
  dayMs: 86_400_000,
  interest: '9',
  total: '1009',
  lateFee: '1.5',
  lateFeeCap: '9',
  annualRate: 59.5,
  yearlyRate: '54.75',
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: '12 St James Square, London SW1Y 4JH',
  phone: '+442079460958',
  signedName: null,
  isAuto: false,
  signedAt: SIGNED_AT,
  effectiveAt: SIGNED_AT,
  dueAt: SIGNED_AT + 7 * 86_400_000,
  ...change,
});
const bare = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, '');
async function readBack(change: Partial<AgreementFacts>, signature: Uint8Array | null = null) {
  const given = facts(change);
  const content = composeAgreement(given, AGREEMENT_TEXTS[given.locale], 'Candor');
  const file = await renderAgreementFile(content, signature, { number: '0123456789AB', signedAt: SIGNED_AT });
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  return { content, text, totalPages, info: (await getMeta(pdf)).info, file };
}

describe('the file of an agreement', () => {
  it.each(LOCALES)('says in %s what the page says, word for word, with title and language', async (locale) => {
    const { content, text, info } = await readBack({ locale });
    expect(bare(text)).toBe(bare(readAgreementText(content).join('')));
    expect(info).toMatchObject({ Title: `${content.title} 0123456789AB`, Language: locale });
  });

  it.each(LOCALES)('keeps each label and heading in %s on lines between words', (locale) => {
    const { sections } = composeAgreement(facts({ locale }), AGREEMENT_TEXTS[locale], 'Candor');
    const labels = sections.flatMap(({ rows }) => rows.map(({ label }) => label));
    for (const label of labels.filter((text) => !/[\p{Script=Han}\p{Script=Katakana}]/u.test(text)))
      expect(wrapWide(label, LABEL_EM)).toBe(label);
  });

  it.each(LOCALES)('says in %s when it was signed by a clock of 24 hours', async (locale) => {
    const { text } = await readBack({ locale, signedAt: Date.UTC(2026, 2, 1, 15, 4, 5) });
    expect(text).toContain('15:04:05');
  });

  it.each(NAMES)('holds the name %s', async (name) => {
    const { text } = await readBack({ firstName: name, lastName: name, address: `${name} 12`, signedName: `${name} ${name}` });
    expect(bare(text)).toContain(bare(`${name} 12`));
  });

  it('holds the drawing, and the longest names and addresses on its pages', async () => {
    const drawing = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#ffffff' } })
      .jpeg()
      .toBuffer();
    const { text, content, totalPages, file } = await readBack(
      { locale: 'ja', firstName: '長'.repeat(100), lastName: 'Ж'.repeat(100), address: '東京都 '.repeat(75).trim() },
      drawing,
    );
    expect(bare(text)).toBe(bare(readAgreementText(content).join('')));
    expect(totalPages).toBeLessThanOrEqual(4);
    expect(file.length).toBeLessThan(1_000_000);
    expect(
      Buffer.from(file)
        .toString('latin1')
        .match(/\/Subtype \/Image/gu),
    ).toHaveLength(1);
  });
});

describe('lines of wide characters', () => {
  it('end before they are too long, never before closing punctuation, and words stay whole', () => {
    expect(wrapWide('一二三四五六', 3)).toBe('一二三\n四五六');
    expect(wrapWide('一二三。四', 3)).toBe('一二\n三。四');
    expect(wrapWide('一二 Candor 三', 6)).toBe('一二\nCandor\n三');
    expect(wrapWide('ABCDEFGH IJ', 3)).toBe('ABC\nDEF\nGH\nIJ');
    // Small letters are narrow: the longest label fits beside its value.
    expect(wrapWide('Vorfälligkeitsentschädigung', 17.9)).toBe('Vorfälligkeitsentschädigung');
    expect(wrapWide('nothing wide here', 8)).toBe('nothing wide here');
  });
});

const SIGNS = ['Ｋａｒｌ', '〒100-0001', '王、李', '１２－３', 'ﾊｲﾂ', '①②', '々〆', '№ 7', 'Đường 3⁄2', '㈱', 'ー・'];
describe('signs that belong to no way of writing', () => {
  it.each(SIGNS)('%s has a glyph for each character in the fonts of an agreement in any language', (text) => {
    expect(canPrint(text)).toBe(true);
    for (const locale of LOCALES) {
      const fonts = chooseFonts(text, locale).map((name) => readCoverage(findFontFile(name)));
      const without = [...text].filter((character) => !fonts.some((font) => hasGlyph(font, character.codePointAt(0) ?? 0)));
      expect([locale, without]).toEqual([locale, []]);
    }
  });
  it('stand in the file as they were written', async () => {
    const { text } = await readBack({ firstName: 'Ｋａｒｌ', address: '〒100-0001 ①号、２階', signedName: 'Ｋａｒｌ Lovelace' });
    for (const part of ['Ｋａｒｌ Lovelace', '〒100-0001 ①号、２階']) expect(bare(text)).toContain(part.replaceAll(' ', ''));
  });
  it('are refused where no font has them: letters of old scripts and rare characters, which would be empty boxes', () => {
    expect(['\u{2a6d6}野', '\u{1b001}', '\u{10140}', 'a\u064b'].some(canPrint)).toBe(false);
  });
});

it('the fonts have Latin, Greek, Cyrillic, Chinese, Japanese and Korean letters', () => {
  expect(NAMES.every(canPrint)).toBe(true);
  expect(['شارع', 'ถนน', '😀 Street', 'गली', '\ue000'].some(canPrint)).toBe(false);
});
