import { createRequire } from 'node:module';
import type { Locale } from '../../../lib/protocol/wire';

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

/** Returns the fonts that a text needs, in the order in which a character is looked for. */
export function chooseFonts(text: string, locale: Locale): FontName[] {
  const own = HAN_FONTS[locale];
  const fonts: FontName[] = ['Noto Sans'];
  if (own !== undefined) fonts.push(own);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) fonts.push('Noto Sans JP');
  if (/\p{Script=Hangul}/u.test(text)) fonts.push('Noto Sans KR');
  if (/\p{Script=Han}/u.test(text)) fonts.push('Noto Sans SC', 'Noto Sans TC');
  return [...new Set(fonts)];
}

const PRINTABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Says whether the fonts have what a name or an address is written with: Latin, Greek, Cyrillic, Chinese, Japanese or Korean. */
export function canPrint(text: string): boolean {
  return PRINTABLE.test(text) && !/\p{Extended_Pictographic}|\p{Co}|\p{Cn}|\p{Cs}/u.test(text);
}
