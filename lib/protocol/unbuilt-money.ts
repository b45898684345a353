import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, messageAnswer, noFields, requestIdField } from './fields';

/** Deposits and withdrawals, whose modules come later; the exchange answers FEATURE_NOT_OFFERED. */
const WITHDRAWAL_NETWORKS = ['USDT_ERC20', 'USDT_TRC20', 'BTC_BTC'] as const;
const addressField = z.string().min(20).max(120);

export const submitDepositProof = defineCall({
  id: 'deposits.submit',
  number: 44,
  method: 'POST',
  path: '/Finance/recharge',
  effect: 'write',
  request: z.object({
    id: idField,
    num: decimalField,
    hash: z.string().max(6).optional(),
    img: z.string().max(64).optional(),
    request_id: requestIdField,
  }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #44; hash is the last 6 digits',
});

export const withdrawalOptions = defineCall({
  id: 'withdrawals.options',
  number: 46,
  method: 'GET',
  path: '/api/exchange',
  request: noFields,
  answer: z.object({
    networks: z.array(z.enum(WITHDRAWAL_NETWORKS)).max(10),
    fee: decimalField,
    min: decimalField,
    max: decimalField,
    pairs: z.array(z.object({ from: coinField, to: coinField })).max(500),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #46; `fee` is a fraction',
});

export const withdraw = defineCall({
  id: 'withdrawals.apply',
  number: 47,
  method: 'POST',
  path: '/Exchange/shenqing',
  effect: 'write',
  request: z.object({
    amount: decimalField,
    addr: addressField,
    qianbao: addressField,
    tbchannel: z.enum(WITHDRAWAL_NETWORKS),
    code: z.string().max(20).optional(),
    request_id: requestIdField,
  }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'INSUFFICIENT_BALANCE', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #47; `qianbao` repeats the address',
});
