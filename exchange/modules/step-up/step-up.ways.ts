import { type StepUpWay, stepUpStatement } from '../../../lib/rules/step-up';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { type MailCodes, type WalletProofs, writeConfirmMail } from '../accounts/accounts';
import type { Person } from './step-up.repository';
import type { Ticket } from './step-up.tickets';

export type Started = {
  sentTo: string | null;
  statement: string | null;
  nonce: string | null;
  address: string | null;
  options: string | null;
};
export type Given = { code: string | null; passkey: string | null; message: string | null; signature: string | null };
type Asked = { ticket: Ticket; person: Person; ip: string; now: number };

/** One way to confirm. `isFactor`: a second factor; who has one confirms by factors alone. */
export type Way = {
  name: StepUpWay;
  isFactor: boolean;
  /** False: it confirms no act that moves money. */
  isForMoney?: false;
  isOwned(tx: Tx, person: Person & { userId: string }): Promise<boolean>;
  /** Does what has to come before the proof. */
  start?(asked: Asked): Promise<Partial<Started>>;
  /** Checks what was given, and returns what uses it up in the transaction that stores the confirmation. @throws when it is wrong */
  check(asked: Asked & { given: Given }): Promise<(tx: Tx) => Promise<void>>;
};

const nothingToUse = () => Promise.resolve();

/** A code by mail, good for one ticket. */
export function createMailWay(mailCodes: MailCodes): Way {
  const keyOf = ({ ticket, person, ip, now }: Asked) => ({
    email: person.email ?? '',
    purpose: 'step-up',
    // The code counts for this ticket alone.
    asker: { ip, browser: ticket.id },
    now,
  });
  return {
    name: 'mail',
    isFactor: false,
    isOwned: async (_tx, { email }) => email !== null,
    async start(asked) {
      const { act, subject } = asked.ticket;
      await mailCodes.send({ ...keyOf(asked), write: (reader, code) => writeConfirmMail(reader, { code, act, subject }) });
      return { sentTo: maskEmail(asked.person.email ?? '') };
    },
    async check({ given, ...asked }) {
      await mailCodes.check({ ...keyOf(asked), code: toDigits(given.code) });
      return nothingToUse;
    },
  };
}

/** A message that names act, amount and address, signed by the account's wallet and checked here, whatever the web tier says. */
export function createWalletWay(wallets: WalletProofs): Way {
  return {
    name: 'wallet',
    isFactor: false,
    isOwned: async (_tx, { wallet }) => wallet !== null,
    start: async ({ ticket, person }) => ({
      statement: stepUpStatement(ticket.act, ticket.subject),
      nonce: ticket.id,
      address: person.wallet,
    }),
    async check({ ticket, person, given, now }) {
      const { message, signature } = given;
      const said = await wallets.verify({ address: person.wallet ?? '', message, signature, now });
      const isAbout = said.nonce === ticket.id && said.statement === stepUpStatement(ticket.act, ticket.subject);
      if (!isAbout) throw new DomainError('WALLET_SIGNATURE_WRONG', { detail: 'the message is about something else' });
      return nothingToUse;
    },
  };
}

/** Returns the digits of a code as people type it: spaces between them and full-width digits count. */
function toDigits(code: string | null): string {
  return (code ?? '').normalize('NFKC').replace(/[\s-]/g, '');
}

/** Returns an address that its owner recognises: a***@mail.example. */
function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1***');
}
