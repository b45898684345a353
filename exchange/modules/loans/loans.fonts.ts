import { createRequire } from 'node:module';
import type { Locale } from '../../../lib/protocol/wire';
import { type Coverage, hasGlyph, readCoverage } from './loans.glyphs';

/** The fonts of agreements: one for each way of writing, each complete. Of a file only the glyphs that it uses are part. */
export const FONTS = {
  'Noto Sans': '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'Noto Sans SC': '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'Noto Sans TC': '@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf',
  'Noto Sans JP': '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  'Noto Sans KR': '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
} as const;
export type FontName = keyof typeof FONTS;

/** Han characters look different from country to country: the language decides. */
const HAN_FONTS: Partial<Record<Locale, FontName>> = {
  'zh-CN': 'Noto Sans SC',
  'zh-TW': 'Noto Sans TC',
  ja: 'Noto Sans JP',
  ko: 'Noto Sans KR',
};

const require = createRequire(import.meta.url);

/** Returns where a font lies. */
export function findFontFile(name: FontName): string {
  return require.resolve(FONTS[name]);
}

const coverages = new Map<FontName, Coverage>();
function coverageOf(name: FontName): Coverage {
  const known = coverages.get(name) ?? readCoverage(findFontFile(name));
  coverages.set(name, known);
  return known;
}
const has = (name: FontName, character: string) => hasGlyph(coverageOf(name), character.codePointAt(0) ?? 0);
const NAMES = Object.keys(FONTS) as FontName[];
/** What is laid out and not drawn. */
const IS_SPACE = /\s/u;

/** Returns the fonts that a text needs, in the order in which a character is looked for: each character that any of them has is in one of these. */
export function chooseFonts(text: string, locale: Locale): FontName[] {
  const own = HAN_FONTS[locale];
  const fonts: FontName[] = ['Noto Sans'];
  if (own !== undefined) fonts.push(own);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) fonts.push('Noto Sans JP');
  if (/\p{Script=Hangul}/u.test(text)) fonts.push('Noto Sans KR');
  if (/\p{Script=Han}/u.test(text)) fonts.push('Noto Sans SC', 'Noto Sans TC');
  // Signs that belong to no way of writing, such as full-width letters, stand in the fonts of those that use them.
  for (const character of new Set(text)) {
    if (IS_SPACE.test(character) || fonts.some((name) => has(name, character))) continue;
    const name = NAMES.find((one) => has(one, character));
    if (name !== undefined) fonts.push(name);
  }
  return [...new Set(fonts)];
}

const PRINTABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Says whether the fonts have every character that a name or an address is written with: Latin, Greek, Cyrillic, Chinese, Japanese or Korean. */
export function canPrint(text: string): boolean {
  if (!PRINTABLE.test(text) || /\p{Extended_Pictographic}|\p{Co}|\p{Cn}|\p{Cs}/u.test(text)) return false;
  return [...new Set(text)].every((character) => IS_SPACE.test(character) || NAMES.some((name) => has(name, character)));
}
