import { PROMISE_MS } from './promises';

/** The first answer is promised within this time. */
export const ANSWER_PROMISE_MS = PROMISE_MS.support;
/** The answer time that is shown is the median of this long. */
export const ANSWER_TIMES_MS = 7 * 86_400_000;
export const SUPPORT_TEXT_MAX = 2_000;
export const STARS_MAX = 5;
/** Answers that operators keep for use again, over all languages. */
export const SAVED_ANSWERS_MAX = 500;
export const SAVED_ANSWER_NAME_MAX = 60;

/** What a line can be about; the link to it carries its number. */
export const SUPPORT_SUBJECTS = ['deposit', 'withdrawal', 'order', 'contract', 'staking', 'loan', 'identity', 'record'] as const;
export type SupportSubject = (typeof SUPPORT_SUBJECTS)[number];
export const SUBJECT_PATTERN = new RegExp(`^(?:${SUPPORT_SUBJECTS.join('|')}):[A-Za-z0-9_-]{1,60}$`);

/** Returns what `about` names, null where it names nothing. */
export function readSubject(about: string | null | undefined): { subject: SupportSubject; id: string } | null {
  if (about == null || !SUBJECT_PATTERN.test(about)) return null;
  const at = about.indexOf(':');
  return { subject: about.slice(0, at) as SupportSubject, id: about.slice(at + 1) };
}

export type SecretKind = 'phrase' | 'key' | 'password' | 'code';

/** Shortest recovery phrase. */
const PHRASE_WORDS_MIN = 12;
/** Words that no recovery phrase has, so that a sentence of short words isn't taken for one. */
const NOT_OF_A_PHRASE = new Set(
  'and the was not for are has had but she his her him our from were been into your they does did'.split(' '),
);
const PRIVATE_KEY = /(?:^|[^0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i;
const WALLET_KEY = /\b(?:xprv[1-9A-HJ-NP-Za-km-z]{20,}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})\b/;
/** A transaction's number looks like a key; who writes that it is one is believed. */
const NAMES_HASH = /hash|tx\s?id|transa|哈希|雜湊|ハッシュ|해시|хеш|băm/i;
const PASSWORD =
  /(?:pass\s?word|passwort|kennwort|contraseña|mot de passe|parola|şifre(?:m|miz|niz)?|mật khẩu(?: của tôi)?|kata laluan(?: saya)?|пароль|密码|密碼|パスワード|비밀번호)\s*(?:is|ist|lautet|es|est|è|là|ialah|adalah|是|は|는|[:=：-])\s*\S{4,}/i;
/** Six digits that stand alone, or three and three. */
const SIX_DIGITS = /(?<![\d.,])\d{3}[ -]?\d{3}(?![.,]?\d)/g;
/** Two groups of five, as recovery codes are written. */
const RECOVERY_CODE = /\b[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}\b/gi;
const NAMES_CODE =
  /code|código|codice|kod|mã|код|验证码|驗證碼|动态码|動態碼|安全码|安全碼|コード|認証番号|코드|인증번호|authenticator|recovery|2fa|totp|\botp\b/i;
/** Six digits before one of these are an amount, after one of those the number of something. */
const IS_AMOUNT = /^\s?(?:USDT|USDC|BTC|ETH|TRX|SBX|USD|EUR|GBP|JPY|[$€£¥])/i;
const IS_NUMBER =
  /(?:#|№|\bn[or]\.?|order|orden|ordre|ordine|auftrag|pesanan|ордер|emir|lệnh|注文|주문|订单|訂單|委托|委託|withdrawal|deposit|ticket)\s?$|[$€£¥]\s?$/i;
/** Characters before and after a code within which a word says that it is one. */
const NAMED_WITHIN = 40;

/** A word of the usual lists: Latin letters, one Chinese character, or Hiragana. */
const PHRASE_WORD = /^(?:[a-z]{3,8}|\p{Script=Han}|\p{Script=Hiragana}{3,8})$/u;

function hasPhrase(text: string): boolean {
  let run = 0;
  // A phone writes the first word with a capital.
  for (const word of text
    .toLowerCase()
    .replaceAll(/\d+[.)]?\s*|[,;、，]/g, ' ')
    .split(/\s+/)) {
    run = PHRASE_WORD.test(word) && !NOT_OF_A_PHRASE.has(word) ? run + 1 : 0;
    if (run >= PHRASE_WORDS_MIN) return true;
  }
  return false;
}

const ALONE = /^\s*(?:\d{3}[ -]?\d{3}|[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5})\s*$/;

function hasCode(text: string): boolean {
  if (ALONE.test(text)) return true;
  const isNamed = (from: number, until: number) =>
    NAMES_CODE.test(text.slice(Math.max(0, from - NAMED_WITHIN), from)) || NAMES_CODE.test(text.slice(until, until + NAMED_WITHIN));
  for (const { 0: digits, index } of text.matchAll(SIX_DIGITS)) {
    const end = index + digits.length;
    if (IS_NUMBER.test(text.slice(Math.max(0, index - NAMED_WITHIN), index)) || IS_AMOUNT.test(text.slice(end, end + 6))) continue;
    if (isNamed(index, end)) return true;
  }
  for (const { 0: code, index } of text.matchAll(RECOVERY_CODE)) if (isNamed(index, index + code.length)) return true;
  return false;
}

/**
 * Returns what of a text looks like something that nobody must ever send, null when nothing does: a recovery phrase, a private key, a password
 * or a code. It guesses: who is warned may send all the same.
 */
export function findSecret(written: string): SecretKind | null {
  // Wide digits and composed letters count as what they are read as.
  const text = written.normalize('NFKC');
  if (hasPhrase(text)) return 'phrase';
  if (WALLET_KEY.test(text) || (PRIVATE_KEY.test(text) && !NAMES_HASH.test(text))) return 'key';
  if (PASSWORD.test(text)) return 'password';
  return hasCode(text) ? 'code' : null;
}
