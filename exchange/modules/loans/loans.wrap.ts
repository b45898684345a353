/** Characters of languages that have no spaces, and their punctuation: as wide as they are high. */
const WIDE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\u30fb\\u30fc\\uff01-\\uff60';
/** What may not begin a line. */
const CLOSING = '、。，．：；！？）」』】〉》ー・％';
/** A wide character with what must stay with it, spaces, or a word. */
const PIECES = new RegExp(`[（「『【〈《]?[${WIDE}][${CLOSING}]*|\\s+|[^\\s${WIDE}]+`, 'gu');
const IS_WIDE = new RegExp(`[${WIDE}]`, 'u');
/** No letter is wider than this in the fonts used. */
const NARROW_EM = 0.98;
/** No small Latin letter but these is wider, with or without an accent. */
const SMALL_EM = 0.64;
const IS_SMALL = /^[a-ln-vx-z]/u;

/** Returns at most how wide a character is, in em. */
function widthOf(character: string): number {
  if (IS_WIDE.test(character)) return 1;
  return IS_SMALL.test(character.normalize('NFD')) ? SMALL_EM : NARROW_EM;
}

const measure = (text: string) => [...text].reduce((sum, character) => sum + widthOf(character), 0);

/**
 * Returns a text with line breaks where a line of `widthEm` times the font's size ends, for the layout of files that knows no breaks between
 * wide characters, nor within a word that is longer than a line. A text without either is returned as it is.
 */
export function wrapWide(text: string, widthEm: number): string {
  const hasLongWord = text.split(/\s+/u).some((word) => measure(word) > widthEm);
  if (!IS_WIDE.test(text) && !hasLongWord) return text;
  const pieces = (text.match(PIECES) ?? []).flatMap((piece) => cut(piece, widthEm));
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const piece of pieces) {
    const own = measure(piece);
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

/** Returns a chunk in parts that fit into a line, each of a character at least. */
function cut(piece: string, widthEm: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of piece) {
    if (part !== '' && measure(part + character) > widthEm) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return part === '' ? parts : [...parts, part];
}
