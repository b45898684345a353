/** Days for which an owner can lock what protects the account. */
export const LOCK_DAYS = { min: 1, max: 30 };
export const PHRASE_LENGTH = { min: 4, max: 40 };

/** Characters that aren't seen, or turn what follows: with them two phrases look alike. */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u115F\u1160\u180E\u200B\u2060-\u2069\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|\u034F|\u17B4|\u17B5/u;

/** Returns a phrase as it is kept and printed, null when it can't be one: 4 to 40 characters of any script, on one line. */
export function readPhrase(text: string): string | null {
  const phrase = text.normalize('NFC').trim().replace(/\s+/gu, ' ');
  const { length } = [...phrase];
  return length < PHRASE_LENGTH.min || phrase.length > PHRASE_LENGTH.max || UNSEEN.test(text.trim()) ? null : phrase;
}

/** Returns a name that somebody gives to a thing of theirs as it is kept: what isn't seen or turns the line around is left out; `–` for what is left of nothing. */
export function readLabel(text: string): string {
  const label = text.normalize('NFC').replaceAll(new RegExp(UNSEEN, 'gu'), ' ').replaceAll(/\s+/gu, ' ').trim();
  return label === '' ? '–' : label;
}

/** Returns the statement of the message (EIP-4361) by which a wallet agrees to open an account; no sign-in takes it. */
export function walletLinkStatement(username: string): string {
  return `Confirm: This wallet is to open the account ${username.replace(/[^\x20-\x7e]/g, '?')}. This is free and sends no transaction.`;
}
