/** Characters of languages that have no spaces, and their punctuation: as wide as they are high. */
const WIDE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\u30fb\\u30fc\\uff01-\\uff60';
/** What may not begin a line. */
const CLOSING = '、。，．：；！？）」』】〉》ー・％';
/** A wide character with what must stay with it, spaces, or a word. */
const PIECES = new RegExp(`[（「『【〈《]?[${WIDE}][${CLOSING}]*|\\s+|[^\\s${WIDE}]+`, 'gu');
const IS_WIDE = new RegExp(`[${WIDE}]`, 'u');
/** No letter is wider than this in the fonts used. */
const NARROW_EM = 0.98;

/**
 * Returns a text with line breaks where a line of `widthEm` times the font's size ends, for the layout of files that knows no breaks between
 * wide characters, nor within a word that is longer than a line. A text without either is returned as it is.
 */
export function wrapWide(text: string, widthEm: number): string {
  const charactersMax = Math.max(1, Math.floor(widthEm));
  const pieces = (text.match(PIECES) ?? []).flatMap((piece) => cut(piece, charactersMax));
  const hasLongWord = text.split(/\s+/u).some((word) => [...word].length > charactersMax);
  if (!IS_WIDE.test(text) && !hasLongWord) return text;
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const piece of pieces) {
    const own = [...piece].reduce((sum, character) => sum + (IS_WIDE.test(character) ? 1 : NARROW_EM), 0);
    if (width + own > widthEm && line !== '') {
      lines.push(line.trimEnd());
      line = '';
      width = 0;
    }
    if (line === '' && piece.trim() === '') continue;
    line += piece;
    width += own;
  }
  return [...lines, line].join('\n');
}

/** Returns a piece in parts of at most so many characters. */
function cut(piece: string, charactersMax: number): string[] {
  const characters = [...piece];
  const parts: string[] = [];
  for (let from = 0; from < characters.length; from += charactersMax) parts.push(characters.slice(from, from + charactersMax).join(''));
  return parts;
}
