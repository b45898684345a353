/** What became of a write, by its request number. */
import { z } from 'zod';
import { defineCall } from './define-call';
import { requestIdField } from './fields';

/** The names under which the exchange keeps request numbers: a number counts once per user, mode and one of these. */
export const NUMBERED_CALLS = [
  'spot.place',
  'spot.cancel',
  'spot.amend',
  'x.cancelAll',
  'perpetual.place',
  'perpetual.cancel',
  'perpetual.amend',
  'perpetual.close',
  'perpetual.margin',
  'perpetual.leverage',
  'perpetual.triggers',
  'option.place',
  'presale.buy',
  'loans.apply',
  'loans.repay',
  'deposits.submit',
  'x.wireStart',
  'x.riskLimitsConsent',
  'x.riskLimitsTest',
  'x.riskLimitsPause',
  'x.riskLimitsChange',
  'x.faucet',
  'x.demoTopUp',
  'support.send',
  'x.alertCreate',
  'convert.convert',
  'x.convertSmall',
  'staking.subscribe',
  'staking.redeem',
  'staking.renewal',
  'hosting.subscribe',
  'hosting.leave',
  'x.outsideWalletSend',
  'withdrawals.apply',
] as const;
export type NumberedCall = (typeof NUMBERED_CALLS)[number];

const request = z.object({ call: z.enum(NUMBERED_CALLS), request_id: requestIdField });

export const requestOutcome = defineCall({
  id: 'x.requestOutcome',
  number: null,
  method: 'GET',
  path: '/x/request-outcome',
  request,
  answer: z.object({ state: z.enum(['done', 'barred', 'none']) }),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; `done`: it took effect once, and the same request answers as it did then. `barred`: it never will. `none`: not so far, it may be on its way.',
});

export const requestBar = defineCall({
  id: 'x.requestBar',
  number: null,
  method: 'POST',
  path: '/x/request-bar',
  effect: 'write',
  request,
  answer: z.object({ state: z.enum(['done', 'barred']) }),
  errors: ['SESSION_REQUIRED', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING'],
  source:
    'ours; takes the number of a request that was not done, so that it never is: what still arrives is refused with DUPLICATE_REQUEST',
});
