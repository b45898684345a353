import type { Locale } from '../../../lib/protocol/wire';
import { clockOf } from '../../../lib/rules/clock';
import type { Platform } from '../../platform/app';
import { findMailLanguage, type Mail, type Mailer, type Reader, writeAccountMail } from '../accounts/accounts';
import {
  type createLinkTokens,
  endMailing,
  type LinkPurpose,
  type LinkToMail,
  type MailFacts,
  makePasswordLinks,
  takeLinkToMail,
} from './sessions.links';
import { isUndoing } from './sessions.undoing';

const ROUND_MS = 1_000;
/** Mails of one round. */
const ROUND_MAX = 50;
/** Requests for new passwords that one statement looks up, and statements of one round. */
const REQUESTS_MAX = 500;
const LOOK_UPS_MAX = 10;
/** Between two tries to send a mail: doubles from a minute, an hour at the most. */
const RETRY_FIRST_MS = 60_000;
const RETRY_MAX_MS = 60 * 60_000;
const TRIES_MAX = 12;
/** The page that a link opens. */
const PAGES: Record<LinkPurpose, string> = { freeze: 'freeze', password: 'new-password', withdrawal: 'cancel-withdrawal' };

type Input = Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'> & {
  mailer: Mailer;
  tokens: ReturnType<typeof createLinkTokens>;
  /** The address that browsers see, without a slash at the end. */
  origin: string;
};

/**
 * Sends the mails of links: at least once, after the transaction that made the link, on whatever process comes first; again after an outage of
 * the mail server. The link's secret stands after `#`, which a browser sends to nobody.
 */
export function createLinkMailing({ db, clock, log, metrics, mailer, tokens, origin }: Input) {
  const failures = metrics.counter({ name: 'account_mail_failures_total', help: 'Tries to send a mail about an account that failed' });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const waitMs = (tries: number) => Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (tries - 1));

  async function send(link: LinkToMail): Promise<void> {
    const url = `${origin}/${PAGES[link.purpose]}#${tokens.write(link)}`;
    try {
      // One that can't be used any more helps nobody.
      if (link.expiresAt > clock.now()) {
        const { to } = link.mail;
        const reader = { to, lang: await findMailLanguage(db.read, { email: to, userId: link.userId }) };
        await mailer.send({ ...writeLinkMail(reader, link.mail, url), userId: link.userId }, clock.now());
      }
      await endMailing(db.read, link.id);
    } catch (error) {
      failures.inc();
      log.warn({ err: error, kind: link.mail.kind, tries: link.tries }, 'a mail about an account was not sent');
      if (link.tries < TRIES_MAX) return;
      metrics.alarm('account_mail', { kind: link.mail.kind }, 'a mail about an account could not be sent and is given up');
      await endMailing(db.read, link.id);
    }
  }

  async function makeLinks(): Promise<void> {
    for (let count = REQUESTS_MAX, rounds = 0; count === REQUESTS_MAX && rounds < LOOK_UPS_MAX; rounds += 1) {
      count = await db.transaction((tx) => makePasswordLinks(tx, { now: clock.now(), limit: REQUESTS_MAX }), { kind: 'work' });
    }
  }

  /** Sends what is due, and what somebody asked for since. */
  async function sendDue(): Promise<void> {
    await makeLinks();
    for (let sent = 0; sent < ROUND_MAX; sent += 1) {
      const link = await db.transaction((tx) => takeLinkToMail(tx, { now: clock.now(), waitMs }), { kind: 'work' });
      if (link === null) return;
      await send(link);
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = sendDue()
        .catch((error: unknown) => log.warn({ err: error }, 'mails about accounts wait for the database'))
        .finally(() => timer !== null && schedule());
    }, ROUND_MS);
    timer.unref();
  }

  return {
    sendDue,
    start(): Promise<void> {
      schedule();
      return Promise.resolve();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}

/** Writes a time in a language, in UTC. */
const writeTime = (at: number, lang: Locale) =>
  `${new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', ...clockOf(lang) }).format(at)} UTC`;

/** Returns the mail of a link. @throws Error for facts that say nothing of their kind */
export function writeLinkMail(reader: Reader, facts: MailFacts, url: string): Mail {
  const told = { when: writeTime(facts.at, reader.lang), url };
  const { kind, device, place, what, withdrawal, factorBoundAt } = facts;
  if (kind === 'protection') return writeAccountMail(reader, { kind, what: what ?? 'factor-bound', isUndoing: isUndoing(facts) }, told);
  if (kind === 'new-device' || kind === 'changed') return writeAccountMail(reader, { kind, device, place }, told);
  if (kind === 'frozen' || kind === 'frozen-wallet') {
    const bound = factorBoundAt === undefined ? null : writeTime(factorBoundAt, reader.lang);
    return writeAccountMail(reader, { kind, bound }, told);
  }
  if (kind !== 'withdrawal') return writeAccountMail(reader, { kind }, told);
  if (withdrawal === undefined) throw new Error('a mail of a withdrawal without it');
  return writeAccountMail(reader, { kind, ...withdrawal }, told);
}
