import type { Way } from '../step-up/step-up';
import type { Factors } from './security.factors';

/** Second factors as ways to confirm an act. A recovery code keeps money in for a day, so it confirms none of those that move it. */
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
