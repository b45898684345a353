import MiniSearch from 'minisearch';

export type FaqDocument = { id: string; question: string; answer: string };

/** Scripts that write no spaces between words, and Korean, whose words end in particles. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';
const PIECES = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** A result holds at least this share of what was asked for. */
const SHARE_MIN = 0.5;
/** Letters that begin a word; one or two begin too many. */
const PREFIX_LENGTH_MIN = 3;
/** A word of this length may have one letter wrong in five. */
const FUZZY_LENGTH_MIN = 5;
const FUZZY_SHARE = 0.2;

/** A word without case and marks, so that "depot" finds "dépôt" and "para cekme" finds "para çekme". */
function fold(word: string): string {
  return word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i').replaceAll('đ', 'd').replaceAll('ß', 'ss');
}

/** Returns the words of a text: folded where words are spaced, else every two characters that stand together. */
export function tokenize(text: string): string[] {
  return (text.normalize('NFKC').match(PIECES) ?? []).flatMap((piece) => {
    if (!IS_UNSPACED.test(piece)) return [fold(piece)];
    const characters = [...piece];
    return characters.length === 1 ? characters : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
}

/** Returns a search over entries: the best first, none for a question that none of them answers half of. */
export function createFaqIndex(entries: readonly FaqDocument[]): (query: string) => FaqDocument[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new MiniSearch<FaqDocument>({
    fields: ['question', 'answer'],
    tokenize,
    processTerm: (term) => term,
    searchOptions: {
      boost: { question: 3 },
      prefix: (term) => (IS_UNSPACED.test(term) ? [...term].length === 1 : term.length >= PREFIX_LENGTH_MIN),
      fuzzy: (term) => (!IS_UNSPACED.test(term) && term.length >= FUZZY_LENGTH_MIN ? FUZZY_SHARE : false),
    },
  });
  index.addAll(entries);
  return (query) => {
    const asked = new Set(tokenize(query)).size;
    return index.search(query).flatMap(({ id, queryTerms }) => {
      const entry = byId.get(String(id));
      return entry !== undefined && new Set(queryTerms).size >= asked * SHARE_MIN ? [entry] : [];
    });
  };
}
