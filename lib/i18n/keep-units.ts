/** Places of texts that stand for a unit: the code of a coin or a currency. */
const UNITS: ReadonlySet<string> = new Set(['asset', 'base', 'quote', 'coin', 'from', 'to', 'currency', 'spends']);
/** A space before a unit that a text itself names, such as USDT, % or h. */
const BEFORE_UNIT = / (?=(?:[A-Z]{3,5}|[%h])(?![\p{L}\p{N}]))/u;
const AT_START = new RegExp(`^${BEFORE_UNIT.source}`, 'u');
const AFTER_FIGURE = new RegExp(`(?<=\\d)${BEFORE_UNIT.source}`, 'gu');
const BETWEEN_PLACES = /(?<=\{(\w+)\}) (?=\{(\w+)\})/g;
const AFTER_PLACE = new RegExp(`(?<=\\})${BEFORE_UNIT.source}`, 'gu');
const KEPT = '\u00a0';

/**
 * Writes a space that lines don't break at between a figure and its unit, in every text of a namespace: languages without spaces between words
 * break at nothing else, and an amount ended one line while its coin began the next.
 */
export function keepUnits<Texts extends object>(texts: Texts): Texts {
  return mapValues(texts, (text) => keepIn(text)) as Texts;
}

function keepIn(text: unknown): unknown {
  if (typeof text === 'string') return keepInWords(text);
  if (Array.isArray(text)) return keepInParts(text);
  return typeof text === 'object' && text !== null ? mapValues(text, keepIn) : text;
}

/** A text as catalogues write it; where they are compiled, one without places or a part between two. */
function keepInWords(text: string): string {
  return text
    .replace(BETWEEN_PLACES, (space, figure: string, unit: string) => (isUnitOf(figure, unit) ? KEPT : space))
    .replace(AFTER_PLACE, KEPT)
    .replace(AFTER_FIGURE, KEPT);
}

/** A compiled text is a list of words and places (`['amount']`); a place with more to it, such as a plural, holds lists of its own. */
function keepInParts(parts: readonly unknown[]): unknown[] {
  return parts.map((part, index) => {
    if (typeof part !== 'string') return isPlace(part) ? part : keepIn(part);
    const before = parts[index - 1];
    const after = parts[index + 1];
    if (part === ' ' && isPlace(before) && isPlace(after)) return isUnitOf(before[0], after[0]) ? KEPT : part;
    const words = keepInWords(part);
    return isPlace(before) ? words.replace(AT_START, KEPT) : words;
  });
}

function isPlace(part: unknown): part is [string] {
  return Array.isArray(part) && part.length === 1 && typeof part[0] === 'string';
}

function isUnitOf(figure: string, unit: string): boolean {
  return UNITS.has(unit) && !UNITS.has(figure);
}

function mapValues(values: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
