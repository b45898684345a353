import { brand } from '../../../lib/brand';
import type { SecurityChange } from '../../../lib/rules/security';
import type { Platform } from '../../platform/app';
import type { Mailer } from '../accounts/accounts';
import { type createLinkTokens, endMailing, type LinkPurpose, type LinkToMail, type MailFacts, takeLinkToMail } from './sessions.links';

const ROUND_MS = 1_000;
/** Mails of one round. */
const ROUND_MAX = 50;
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
      if (link.expiresAt > clock.now()) await mailer.send(writeMail(link.mail, url), clock.now());
      await endMailing(db.read, link.id);
    } catch (error) {
      failures.inc();
      log.warn({ err: error, kind: link.mail.kind, tries: link.tries }, 'a mail about an account was not sent');
      if (link.tries < TRIES_MAX) return;
      metrics.alarm('account_mail', { kind: link.mail.kind }, 'a mail about an account could not be sent and is given up');
      await endMailing(db.read, link.id);
    }
  }

  /** Sends what is due. */
  async function sendDue(): Promise<void> {
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

const CHANGES: Record<SecurityChange, string> = {
  'factor-bound': 'an authenticator was bound',
  'factor-unbound': 'the authenticator was removed',
  'recovery-used': 'a recovery code was used',
  'recovery-renewed': 'new recovery codes were made',
  'passkey-added': 'a passkey was added',
  'passkey-removed': 'a passkey was removed',
  'email-changed': 'the e-mail address was changed',
  'phrase-changed': 'the anti-phishing phrase was changed',
  'settings-locked': 'the settings were locked',
  'wallet-linked': 'a wallet was linked, which opens the account from now on',
  'wallet-removed': 'the wallet was removed, and opens the account no more',
};

function writeMail(facts: MailFacts, url: string): { to: string; subject: string; text: string } {
  const when = `${new Date(facts.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const where = `Time: ${when}\nDevice: ${facts.device}\nNetwork: ${facts.place}`;
  const freeze = `If that wasn't you, freeze your account at once. It needs no sign-in, ends every session and keeps everybody out until you lift it:\n${url}\n\nThe link is good once, for seven days.`;
  const { withdrawal } = facts;
  const mails: Record<MailFacts['kind'], { subject: string; text: string }> = {
    'new-device': {
      subject: `New sign-in to your ${brand.name} account`,
      text: `Somebody signed in to your account on a device that it was not used on before.\n\n${where}\n\nIf that was you, there is nothing to do. ${freeze}`,
    },
    changed: {
      subject: `Your ${brand.name} password was changed`,
      text: `The password of your account was changed, and all other sessions ended.\n\n${where}\n\n${freeze}`,
    },
    protection: {
      subject: `${brand.name}: ${CHANGES[facts.what ?? 'factor-bound']}`,
      text: `Of your account: ${CHANGES[facts.what ?? 'factor-bound']}.\n\nTime: ${when}\n\nIf that was you, there is nothing to do. ${freeze}`,
    },
    frozen: {
      subject: `Your ${brand.name} account is frozen`,
      text: `Your account is frozen since ${when}: all sessions have ended and nobody can sign in.\n\nTo lift the freeze, choose a new password. This link is good once, for 24 hours:\n${url}\n\nAfterwards you can have a new link sent from the sign-in page ("Forgot your password?").`,
    },
    withdrawal: {
      subject: `Withdrawal of ${withdrawal?.amount} from your ${brand.name} account`,
      text: `A withdrawal was requested from your account.\n\nAmount: ${withdrawal?.amount}\nArrives: ${withdrawal?.arrives}\nNetwork: ${withdrawal?.network}\nAddress: ${withdrawal?.address}\nRequested: ${when}\n\nIf that was you, there is nothing to do. If it wasn't, or you changed your mind, call it off. The link needs no sign-in, does only that, and works once, as long as the withdrawal has not been approved:\n${url}`,
    },
    reset: {
      subject: `A new ${brand.name} password`,
      text: `Somebody asked for a new password for your account. To choose one, open this link. It is good once, for 15 minutes:\n${url}\n\nIf you didn't ask for it, you can ignore this mail: nothing was changed.`,
    },
  };
  return { to: facts.to, ...mails[facts.kind] };
}
