import { brand } from '../../../lib/brand';
import type { Locale } from '../../../lib/protocol/wire';
import { fillText } from '../../../lib/rules/notifications';
import type { SecurityChange } from '../../../lib/rules/security';
import { writeFact, writeList, writeSentences } from '../../../lib/rules/punctuation';
import { type StepUpAct, type StepUpSubject, SUBJECT_FIELDS } from '../../../lib/rules/step-up';
import type { Mail } from './accounts.mail';
import { MAIL_TEXTS } from './accounts.mail-texts';

/** Who a mail goes to, and in which language. */
export type Reader = { to: string; lang: Locale };
type Values = Readonly<Record<string, string>>;
type Name = 'code' | 'taken' | 'withdrawal' | 'reset' | 'resetWallet';

/** Changes of which a notification says no more than what each of these mails ends with. */
const SAID_AT_THE_END: ReadonlySet<SecurityChange> = new Set([
  ...(['factor-bound', 'factor-unbound', 'recovery-used', 'recovery-renewed', 'passkey-added', 'passkey-removed'] as const),
]);

function fill({ to, lang }: Reader, { subject, parts }: { subject: string; parts: readonly string[] }, values: Values): Mail {
  const all = { brand: brand.name, ...values };
  return { to, lang, subject: fillText(subject, all), text: parts.map((part) => fillText(part, all)).join('\n\n') };
}

function write(reader: Reader, name: Name, values: Values): Mail {
  const { subject, text } = MAIL_TEXTS[reader.lang].mails[name];
  return fill(reader, { subject, parts: [text] }, values);
}

/** A code that proves an address. */
export const writeCodeMail = (reader: Reader, code: string): Mail => ({ ...write(reader, 'code', { code }), code });

/** In place of a code, where the address has an account: only the owner of the mailbox learns that. */
export const writeTakenMail = (reader: Reader): Mail => write(reader, 'taken', {});

/** A code that confirms one act, which it names with everything that it is about. */
export function writeConfirmMail(reader: Reader, of: { code: string; act: StepUpAct; subject: StepUpSubject }): Mail {
  const { mails, stepUp } = MAIL_TEXTS[reader.lang];
  const about = SUBJECT_FIELDS.flatMap((field) =>
    of.subject[field] === undefined ? [] : [writeFact(stepUp.subject[field] ?? field, of.subject[field], reader.lang)],
  );
  const what = [stepUp.acts[of.act], ...about].join('\n');
  return { ...fill(reader, { subject: mails.code.subject, parts: [mails.confirm.text] }, { code: of.code, what }), code: of.code };
}

/** That support answered, and where that is read: no word of an operator leaves by mail, in the name of the house and with the phrase of its reader. */
export function writeSupportMail(reader: Reader, url: string): Mail {
  const { support, foot } = MAIL_TEXTS[reader.lang].mails;
  return fill(reader, { subject: support.subject, parts: [support.text, foot] }, { url });
}

/** What happened to an account, with the link that undoes it. `when` is written already. */
export type AccountMailEvent =
  | { kind: 'new-device'; device: string; place: string }
  | { kind: 'changed'; device: string; place: string }
  /** `isUndoing`: the link takes the change back, besides freezing. */
  | { kind: 'protection'; what: SecurityChange; isUndoing: boolean }
  /** `bound`: when the authenticator was bound that a mailed link contests, written already. */
  | { kind: 'frozen'; bound: string | null }
  | { kind: 'frozen-wallet'; bound: string | null }
  | { kind: 'reset' }
  | { kind: 'reset-wallet' }
  | { kind: 'withdrawal'; amount: string; arrives: string; network: string; address: string };

/** Tells the owner of an account what happened to it. */
export function writeAccountMail(reader: Reader, news: AccountMailEvent, { when, url }: { when: string; url: string }): Mail {
  const { mails, notifications } = MAIL_TEXTS[reader.lang];
  if (news.kind === 'reset') return write(reader, 'reset', { when, url });
  if (news.kind === 'reset-wallet') return write(reader, 'resetWallet', {});
  if (news.kind === 'frozen' || news.kind === 'frozen-wallet') {
    const { subject, text } = news.kind === 'frozen' ? mails.frozen : mails.frozenWallet;
    const parts = [text, ...(news.bound === null ? [] : [mails.contested])];
    return fill(reader, { subject, parts }, { when, url, bound: news.bound ?? '', support: brand.supportEmail });
  }
  if (news.kind === 'withdrawal') return write(reader, 'withdrawal', { ...news, when, url });
  if (news.kind === 'protection') {
    const { title: what = news.what, text = '' } = notifications.kinds[`security-changed-${news.what}`] ?? {};
    const end = writeSentences([mails.harmless, mails.freeze, ...(news.isUndoing ? [mails.undo] : [])], reader.lang);
    const parts = ['{what}', ...(SAID_AT_THE_END.has(news.what) ? [] : [text]), mails.when, end];
    return { ...fill(reader, { subject: writeFact('{brand}', '{what}', reader.lang), parts }, { what, when, url }), heads: [what] };
  }
  const where = [mails.when, ...(news.device === '' ? [] : [mails.device]), mails.network].join('\n');
  const { subject, text } = news.kind === 'changed' ? mails.changed : mails.newDevice;
  const end = news.kind === 'changed' ? mails.freeze : writeSentences([mails.harmless, mails.freeze], reader.lang);
  const device = writeList(news.device.split(', '), reader.lang);
  return fill(reader, { subject, parts: [text, where, end] }, { ...news, device, when, url });
}
