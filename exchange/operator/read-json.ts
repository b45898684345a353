import { readFile } from 'node:fs/promises';
import { ActionRefused } from '../modules/operators/operators';

/** Returns the object or list that a word of a command holds as JSON. What it holds instead is not said. @throws ActionRefused */
export function readJson(text: string | undefined): object {
  try {
    const read: unknown = JSON.parse(text ?? '');
    if (typeof read === 'object' && read !== null) return read;
  } catch {
    // Refused below: the parser's own words quote what stands there.
  }
  throw new ActionRefused('INPUT_INVALID', 'That is no JSON of an object.');
}

/** Returns where in the words of a command the name of a file of JSON stands; -1 where there is none. */
function findFile([name, word, , , ...rest]: readonly string[]): number {
  if (name === 'announce') return word === undefined || word === 'end' ? -1 : 1;
  if (name !== 'presale') return -1;
  if (word === 'open') return 2;
  return word === 'change' && rest.length > 0 ? 4 : -1;
}

/** Puts what a file holds in the place of its name: files are read where the command is given, never by the exchange. @throws Error */
export async function readFileWords(words: readonly string[]): Promise<string[]> {
  const at = findFile(words);
  const name = words[at];
  return name === undefined || name.startsWith('-') ? [...words] : words.toSpliced(at, 1, await readFile(name, 'utf8'));
}
