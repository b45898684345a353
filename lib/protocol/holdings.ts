import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, noFields, signedDecimalField } from './fields';

export const holdings = defineCall({
  id: 'x.holdings',
  number: null,
  method: 'GET',
  path: '/x/holdings',
  request: noFields,
  answer: z.array(z.object({ coin: coinField, num: decimalField, cost: decimalField, profit: signedDecimalField })).max(200),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; of each coin that was bought for USDT here: how much of it is still there by the fills, what that cost with fees, and what sales brought above or below their cost, in USDT at average cost; a moment behind the fills',
});
