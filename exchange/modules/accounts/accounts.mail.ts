import { chmod, mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import { LOCALES } from '../../../lib/protocol/wire';
import { fillText } from '../../../lib/rules/notifications';
import { createId, hashText } from '../../platform/ids';
import { type MailBody, writeMailHtml } from './accounts.mail-html';
import { MAIL_TEXTS } from './accounts.mail-texts';

/**
 * A mail as it is written, in one language; its HTML part is made of the same text. `userId`: whose account it is about, which may have another
 * address by now. `phrase`: what it ends with, where the account has none any more.
 */
export type Mail = MailBody & { to: string; userId?: string; phrase?: string };
const storedMail = z.object({
  id: z.string(),
  to: z.string(),
  lang: z.enum(LOCALES).optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  time: z.number(),
});
export type StoredMail = z.infer<typeof storedMail>;

export type Mailer = {
  send(mail: Mail, now: number): Promise<void>;
  /** Mails to one address, newest first; null where mails really leave the house. */
  list: ((to: string) => Promise<StoredMail[]>) | null;
};

/** Mails kept per address in the file outbox. */
const MAILS_MAX = 50;
/** A mail server may be silent for so long … */
const SMTP_TIMEOUT_MS = 20_000;
/** … takes a mail in so long, however much it says meanwhile … */
const SMTP_MAIL_MS = 60_000;
/** … and says so much at once. */
const SMTP_RESPONSE_BYTES_MAX = 64 * 1024;

type MailerOptions = { smtpUrl: string | null; from: string; outboxDir: string; origin: string };

/** Returns the mailer: SMTP where a URL is configured, else files with mode 0600 below `outboxDir`. `origin`: where links of ours lead. */
export function createMailer(options: MailerOptions): Mailer {
  if (options.smtpUrl != null) return createSmtpMailer(options.smtpUrl, options);
  const folderOf = (to: string) => join(options.outboxDir, hashText(to.toLowerCase()).slice(0, 32));
  return {
    send: (mail, now) => writeMail(options, folderOf(mail.to), mail, now),
    list: (to) => readMails(folderOf(to)),
  };
}

/**
 * Ends each mail with the phrase that its owner chose, where `find` knows one of the account or the address: a mail without it isn't ours. A phrase that
 * can't be read is no reason to leave it out: the mail fails, and is sent again where it has to arrive.
 */
export function withPhrase(mailer: Mailer, find: (of: Pick<Mail, 'to' | 'userId'>) => Promise<string | null>): Mailer {
  return {
    ...mailer,
    async send({ userId, phrase: kept, ...mail }, now) {
      const phrase = kept ?? (await find({ to: mail.to, ...(userId !== undefined && { userId }) }));
      const end = phrase === null ? '' : `\n\n${fillText(MAIL_TEXTS[mail.lang].mails.phrase, { phrase })}`;
      await mailer.send({ ...mail, text: `${mail.text}${end}` }, now);
    },
  };
}

/** A mail server on this computer may speak in the clear. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Returns how a mail server is reached: encrypted, from the beginning or by STARTTLS; one that offers neither gets no mail. */
export function readSmtp(url: string) {
  const requireTLS = !LOOPBACK.test(new URL(url).hostname);
  return {
    ...{ url, requireTLS, maxResponseSize: SMTP_RESPONSE_BYTES_MAX },
    ...{ connectionTimeout: SMTP_TIMEOUT_MS, greetingTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS },
  };
}

/** Sends a mail on a connection of its own, which ends after `ms`: a server that says a word now and then is never silent. @throws Error */
export async function sendWithin(ms: number, url: string, mail: SendMailOptions): Promise<void> {
  const socket = new Socket();
  const end = setTimeout(() => socket.destroy(new Error(`the mail server took longer than ${ms} ms`)), ms);
  try {
    await nodemailer.createTransport({ ...readSmtp(url), socket }).sendMail(mail);
  } finally {
    clearTimeout(end);
  }
}

function createSmtpMailer(url: string, { from, origin }: Pick<MailerOptions, 'from' | 'origin'>): Mailer {
  return {
    async send({ to, ...mail }) {
      // An address object is never parsed, so that a comma in it cannot add a second recipient.
      const { subject, text } = mail;
      await sendWithin(SMTP_MAIL_MS, url, { from, to: { name: '', address: to }, subject, text, html: writeMailHtml(mail, origin) });
    },
    list: null,
  };
}

type Outbox = Pick<MailerOptions, 'outboxDir' | 'origin'>;
async function writeMail({ outboxDir: root, origin }: Outbox, folder: string, mail: Mail, now: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  const id = `${String(now).padStart(15, '0')}-${createId()}`;
  const draft = join(folder, `${id}.draft`);
  const { heads: _heads, code: _code, ...kept } = mail;
  await writeFile(draft, JSON.stringify({ id, ...kept, html: writeMailHtml(mail, origin), time: now } satisfies StoredMail), {
    mode: 0o600,
  });
  await rename(draft, join(folder, `${id}.json`));
  for (const name of (await listNames(folder)).slice(MAILS_MAX)) await unlink(join(folder, name));
}

async function readMails(folder: string): Promise<StoredMail[]> {
  const names = (await listNames(folder)).slice(0, MAILS_MAX);
  return Promise.all(names.map(async (name) => storedMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))));
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
