import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { brand } from '../../../lib/brand';
import { LEAKED_PASSWORDS } from './accounts.leaked-passwords';

/** Of 4: from here on a password withstands guessing by whoever has its hash (100 million guesses and more). */
const SCORE_MIN = 3;
/**
 * Characters that are judged. The work grows faster than the length (128 characters at random took 1.3 s), and what the first 40 are too
 * easy for, the rest doesn't save for certain.
 */
export const JUDGED_MAX = 40;
/** Of a word of its owner's. */
const OWN_WORD_MAX = 40;
const OWN_WORD_MIN = 3;

export type PasswordFault = 'PASSWORD_COMMON' | 'PASSWORD_PATTERN' | 'PASSWORD_PERSONAL' | 'PASSWORD_GUESSABLE';
/** `ownWords`: what a guesser would try first: user name, e-mail address. */
export type ChosenPassword = { password: string; ownWords: readonly string[] };

const FAULTS: Record<string, PasswordFault> = {
  topTen: 'PASSWORD_COMMON',
  topHundred: 'PASSWORD_COMMON',
  common: 'PASSWORD_COMMON',
  similarToCommon: 'PASSWORD_COMMON',
  simpleRepeat: 'PASSWORD_PATTERN',
  extendedRepeat: 'PASSWORD_PATTERN',
  sequences: 'PASSWORD_PATTERN',
  straightRow: 'PASSWORD_PATTERN',
  keyPattern: 'PASSWORD_PATTERN',
  dates: 'PASSWORD_PATTERN',
  recentYears: 'PASSWORD_PATTERN',
  userInputs: 'PASSWORD_PERSONAL',
};

const LEAKED = new Set(LEAKED_PASSWORDS);
/** The lists take some 60 MB and most of a second to be read: by the first who asks. */
let judge: ZxcvbnFactory | null = null;

/** Returns why a password is too easy to guess, null when it isn't. Takes some hundredths of a second, several tenths at the most. */
export function findPasswordFault({ password, ownWords }: ChosenPassword): PasswordFault | null {
  const compatible = password.normalize('NFKC');
  if (LEAKED.has(compatible.toLowerCase())) return 'PASSWORD_COMMON';
  judge ??= new ZxcvbnFactory({
    dictionary: { ...common, ...english, 'passwords-leaked': [...LEAKED_PASSWORDS] },
    graphs: adjacencyGraphs,
  });
  const judged = [...compatible].slice(0, JUDGED_MAX).join('');
  const { score, feedback, sequence } = judge.check(judged, splitOwnWords(ownWords));
  if (score >= SCORE_MIN) return null;
  if (sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs')) return 'PASSWORD_PERSONAL';
  return FAULTS[feedback.warning ?? ''] ?? 'PASSWORD_GUESSABLE';
}

/** An address is guessed by its parts too. */
function splitOwnWords(ownWords: readonly string[]): string[] {
  const words = [brand.name, ...ownWords].flatMap((word) => [word, ...word.split(/[@._+-]/)]);
  return [...new Set(words.map((word) => word.slice(0, OWN_WORD_MAX).toLowerCase()))].filter(({ length }) => length >= OWN_WORD_MIN);
}
