/** Letters that have no accent to take off. */
const LETTERS: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' };
/** How banks write them that don't take accents off. */
const SPELT: Readonly<Record<string, string>> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Ø: 'OE', Å: 'AA' };

/** Returns the words of a name in the letters A to Z; null where it has others. */
function wordsOf(name: string, isSpelt: boolean): string[] | null {
  const upper = name.normalize('NFKC').toUpperCase();
  const spelt = isSpelt ? upper.replaceAll(/\p{L}/gu, (letter) => SPELT[letter] ?? letter) : upper;
  const plain = spelt
    .normalize('NFD')
    .replaceAll(/[\p{M}'’ʼ]/gu, '')
    .replaceAll(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter);
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== '');
  return words.length === 0 || words.some((word) => /[^A-Z]/.test(word)) ? null : words;
}

/**
 * Returns whether a bank's words for a sender name this person: all of the last name and the first of the first names, in whatever order, with or without
 * accents and titles. Null where one of them is written in letters that the other isn't.
 * @example isNamed({ firstName: 'Zoë Anna', lastName: 'Müller' }, 'MUELLER ZOE') // true
 */
export function isNamed({ firstName, lastName }: { firstName: string; lastName: string }, sender: string): boolean | null {
  const spellings = [false, true];
  const named = spellings.map((isSpelt) => [wordsOf(firstName, isSpelt), wordsOf(lastName, isSpelt)] as const);
  const said = spellings.map((isSpelt) => wordsOf(sender, isSpelt));
  let result: boolean | null = null;
  for (const [first, last] of named) {
    for (const words of said) {
      if (first === null || last === null || words === null) continue;
      result ||= [...last, ...first.slice(0, 1)].every((word) => words.includes(word));
    }
  }
  return result;
}
