/** Documents that people can show; a passport has no back. */
export const DOCUMENT_KINDS = ['id', 'passport', 'licence'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Why details were refused. */
export const REFUSAL_REASONS = ['unreadable', 'cropped', 'expired', 'mismatch', 'not-holding', 'unsupported'] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
/** What has to be sent again. */
export const IDENTITY_PAGES = ['details', 'front', 'back', 'hold'] as const;
export type IdentityPage = (typeof IDENTITY_PAGES)[number];

/** Reviews are promised within 48 hours. */
export const REVIEW_MS = 48 * 60 * 60_000;
/** In a sandbox a review approves itself after so long. */
export const SANDBOX_REVIEW_MS = 30_000;

export const NAME_LENGTH_MAX = 100;
const NUMBER_LENGTH = { min: 4, max: 40 };

/** Letters and digits of every script with their marks, joiners where a script needs them, and what stands between parts of names. */
const NAME = /^(?:[\p{L}\p{M}\p{Nd} '’ʼ‘`.,/()·・\p{Pd}]|\u200c|\u200d)+$/u;

/** Returns a name as it is kept: NFC, single spaces. Null for what is no name: nothing, too long, without a letter, with controls or pictures. */
export function readName(text: string): string | null {
  const name = text
    .normalize('NFC')
    .replaceAll(/[\s\u3000]+/gu, ' ')
    .trim();
  const isName = NAME.test(name) && /\p{L}/u.test(name) && [...name].length <= NAME_LENGTH_MAX && !/[\p{Cc}]/u.test(text);
  return isName ? name : null;
}

/** Returns a document's number in the form in which equal ones are equal: without spaces and dashes, upper case, ASCII digits. Null for none. */
export function readDocumentNumber(text: string): string | null {
  const number = text
    .normalize('NFKC')
    .replaceAll(/[\s./\p{Pd}]+/gu, '')
    .toUpperCase();
  const isNumber = /^[\p{L}\p{Nd}]+$/u.test(number) && number.length >= NUMBER_LENGTH.min && number.length <= NUMBER_LENGTH.max;
  return isNumber ? number : null;
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
