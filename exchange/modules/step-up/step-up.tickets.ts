import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SUBJECT_FIELDS, STEP_UP_ACTS } from '../../../lib/rules/step-up';
import { DomainError } from '../../platform/domain-error';

/** How long somebody may take to confirm what they were asked for. */
const TICKET_LIFE_MS = 15 * 60_000;
/** A value of a subject: an e-mail address, an address of the longest network, an amount. */
const VALUE_LENGTH_MAX = 254;

const ticketSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  userId: z.string(),
  family: z.uuid(),
  act: z.enum(STEP_UP_ACTS),
  subject: z.partialRecord(z.enum(SUBJECT_FIELDS), z.string().max(VALUE_LENGTH_MAX)),
  expiresAt: z.number().int(),
});
export type Ticket = z.infer<typeof ticketSchema>;

/**
 * Returns what seals what is to be confirmed: it travels with the refusal and comes back with the proof, so that nothing is stored of what
 * nobody confirms, and nobody makes one up.
 */
export function createTickets(secret: string) {
  const sign = (body: string) => createHmac('sha256', secret).update(`step-up ${body}`).digest('base64url');
  return {
    write(draft: Omit<Ticket, 'id' | 'expiresAt'>, now: number): string {
      const ticket = ticketSchema.parse({ ...draft, id: randomBytes(16).toString('hex'), expiresAt: now + TICKET_LIFE_MS });
      const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
      return `${body}.${sign(body)}`;
    },
    /** Returns what one of ours says that has not ended. @throws STEP_UP_EXPIRED */
    read(text: string, now: number): Ticket {
      const [body = '', given = ''] = text.split('.');
      const [left, right] = [Buffer.from(sign(body)), Buffer.from(given)];
      if (left.length !== right.length || !timingSafeEqual(left, right)) throw new DomainError('STEP_UP_EXPIRED', { detail: 'made up' });
      const { data: ticket } = ticketSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
      if (ticket === undefined) throw new DomainError('STEP_UP_EXPIRED', { detail: 'of another version' });
      if (ticket.expiresAt <= now) throw new DomainError('STEP_UP_EXPIRED');
      return ticket;
    },
  };
}

export type Tickets = ReturnType<typeof createTickets>;
