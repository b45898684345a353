import { PROMISE_MS } from './promises';

/** Documents that people can show; a passport has no back. */
export const DOCUMENT_KINDS = ['id', 'passport', 'licence'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Why details were refused. */
export const REFUSAL_REASONS = ['unreadable', 'cropped', 'expired', 'mismatch', 'not-holding', 'unsupported'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
/** What has to be sent again. */
export const IDENTITY_PAGES = ['details', 'front', 'back', 'hold'] as const;
export type IdentityPage = (typeof IDENTITY_PAGES)[number];

export const REVIEW_MS = PROMISE_MS.identity;
/** In a sandbox a review approves itself after so long. */
export const SANDBOX_REVIEW_MS = 30_000;

export const NAME_LENGTH_MAX = 100;
/** More marks on one letter than any script has: they would be drawn over what stands around the name. */
const MARKS_TOO_MANY = /\p{M}{6}/u;
const NUMBER_LENGTH = { min: 4, max: 40 };

/** Letters and digits of every script with their marks, joiners where a script needs them, and what stands between parts of names. */
const NAME = /^(?:[\p{L}\p{M}\p{Nd} '’ʼ‘`.,/()·・་׳״፡\p{Pd}]|\u200c|\u200d)+$/u;

/** Returns a name as it is kept: NFC, single spaces. Null for what is no name: nothing, too long, without a letter, with controls or pictures. */
export function readName(text: string): string | null {
  const name = text
    .normalize('NFC')
    .replaceAll(/[\s\u3000]+/gu, ' ')
    .trim();
  const isName =
    NAME.test(name) && /\p{L}/u.test(name) && !MARKS_TOO_MANY.test(name) && [...name].length <= NAME_LENGTH_MAX && !/[\p{Cc}]/u.test(text);
  return isName ? name : null;
}

/** Letters of the scripts in which states number documents, once accents are off; others look like these and would give one number two spellings. */
const DOCUMENT_LETTER = 'A-Z\\p{sc=Arab}\\p{sc=Armn}\\p{sc=Cyrl}\\p{sc=Geor}\\p{sc=Grek}\\p{sc=Hang}\\p{sc=Hani}\\p{sc=Hebr}\\p{sc=Thai}';
const DOCUMENT_NUMBER = new RegExp(`^[0-9${DOCUMENT_LETTER}]{${NUMBER_LENGTH.min},${NUMBER_LENGTH.max}}$`, 'u');
/** Letters that look like Latin ones, each above the one that it looks like; and those that look like a digit. */
const ALIKE = ['АВСЕНІЈКМОРԚЅТХУҮԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧOI', 'ABCEHIJKMOPQSTXYYWABEZHIKMNOPTYX01'] as const;

/** Returns digits of whatever script as ASCII ones: they stand ten by ten, from zero on. */
function toAsciiDigits(text: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    let before = 0;
    while (isDigit(code - before - 1)) before += 1;
    return String(before % 10);
  });
}

const dropAccents = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}+/gu, '')
    .normalize('NFC');

/** Returns a document's number as it is kept: without spaces and dashes, upper case, ASCII digits. Null for none. */
export function readDocumentNumber(text: string): string | null {
  const plain = text.normalize('NFKC').replaceAll(/[\s./\p{Pd}]+/gu, '');
  const number = toAsciiDigits(plain).toUpperCase();
  return /^[\p{L}\p{Nd}]+$/u.test(number) && DOCUMENT_NUMBER.test(dropAccents(number)) ? number : null;
}

/** Returns the form in which numbers are equal that nobody tells apart on a picture: АВ1О, in Cyrillic letters, is AB10. */
export function foldDocumentNumber(number: string): string {
  const [from, to] = ALIKE;
  const fold = (sign: string) => to[from.indexOf(sign)] ?? sign;
  // Twice: a letter that looks like O is one, which looks like 0.
  return [...dropAccents(number)].map((sign) => fold(fold(sign))).join('');
}

/** Returns a mailed code as its six ASCII digits, however it was typed; null when it isn't six digits. */
export function readCode(text: string): string | null {
  const code = text.normalize('NFKC').replaceAll(/[\s\p{Pd}]+/gu, '');
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/** Whether a document has a back to be shown. */
export function hasBack(document: DocumentKind): boolean {
  return document !== 'passport';
}
