import { defineConsumer } from '../../platform/event-kinds';
import { securityChanged } from '../security/security.events';
import { addLink, type MailFacts } from './sessions.links';
import * as stored from './sessions.repository';

/** Mails of every change of what protects an account, with a link that freezes it. `lifeMs`: how long the link is good. */
export function createChangeMails({ lifeMs }: { lifeMs: number }) {
  return defineConsumer({
    name: 'sessions.change-mails',
    kinds: [securityChanged],
    startsAt: 'newest',
    async handle(tx, events) {
      for (const { userId, at, payload } of events) {
        const account = userId === null ? null : await stored.findAccount(tx, userId);
        if (account?.email == null) continue;
        const mail: MailFacts = { kind: 'protection', what: payload.what, to: account.email, at, device: '', place: '' };
        await addLink(tx, { userId: account.id, purpose: 'freeze', mail, now: at, lifeMs });
      }
    },
  });
}
