import type { Way } from '../step-up/step-up';
import type { Factors } from './security.factors';
import type { Passkeys } from './security.passkeys';

/** Second factors as ways to confirm an action. A recovery code keeps money in for a day, so it confirms none of those that move it. */
export function createFactorWays(factors: Factors): Way[] {
  const isOwned: Way['isOwned'] = (tx, { userId }) => factors.isBound(tx, userId);
  return [
    {
      name: 'totp',
      isFactor: true,
      isOwned,
      check: ({ ticket, given }) => factors.checkTotp(ticket.userId, given.code ?? ''),
    },
    {
      name: 'recovery',
      isFactor: true,
      isForMoney: false,
      isOwned,
      check: ({ ticket, given }) => factors.checkRecovery(ticket.userId, given.code ?? ''),
    },
  ];
}

/** A passkey as a way to confirm: the safest, for it is bound to our address. */
export function createPasskeyWay(passkeys: Passkeys): Way {
  return {
    name: 'passkey',
    isFactor: true,
    isOwned: (tx, { userId }) => passkeys.hasAny(tx, userId),
    start: async ({ ticket }) => ({ options: await passkeys.beginConfirm(ticket.userId, ticket.id) }),
    check: ({ ticket, given }) => passkeys.checkConfirm({ userId: ticket.userId, ticketId: ticket.id, response: given.passkey ?? '' }),
  };
}
