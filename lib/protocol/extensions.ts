import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, isCsField, marketField, millisField, noFields, requestIdField } from './fields';
import { BOOK_KINDS } from './wire';

/** Names that `GET /x/features` may list. A feature that is not listed is hidden by the app. */
export const FEATURES = [
  'spot',
  'perpetual',
  'option',
  'staking',
  'hosting',
  'loans',
  'deposits',
  'withdrawals',
  'convert',
  'kyc',
  'pictures',
  'deposit-proofs',
  'invite',
  'vip',
  'messages',
  'alerts',
  'help',
  'help-changes',
  'presale',
  'two-factor',
  'book',
  'balance-history',
  'holdings',
  'favourites',
  'first-steps',
  'prints',
  'faucet',
  'demo-top-up',
  'outbox',
  'stream',
  'order-detail',
  'stop-orders',
  'fills',
  'lists',
  'acts',
  'position-lists',
  'contract-list',
  'perpetual-fills',
  'wallet-signatures',
  'posted',
  'session-check',
  'sessions',
  'support',
  'step-up',
  'passkeys',
  'protection',
  'data-export',
  'closing',
  'request-outcome',
  'reserved',
  'cancel-all',
  'amend',
  'outside-wallet',
  'allowances',
  'wires',
] as const;

export const features = defineCall({
  id: 'x.features',
  number: null,
  method: 'GET',
  path: '/x/features',
  access: 'public',
  request: noFields,
  answer: z.object({ sandbox: z.boolean(), feed: z.enum(['live', 'replay', 'simulation']), features: z.array(z.string()).max(100) }),
  errors: [],
  source: 'ours; the list of what this backend offers beyond and within the 56 calls',
});

export const faucet = defineCall({
  id: 'x.faucet',
  number: null,
  method: 'POST',
  path: '/x/faucet',
  effect: 'write',
  request: z.object({ coin: coinField, request_id: requestIdField }),
  answer: z.object({ coin: coinField, amount: decimalField, message: z.string() }),
  errors: [
    'SESSION_REQUIRED',
    'FEATURE_NOT_OFFERED',
    'REAL_ACCOUNT_ONLY',
    'FAUCET_LIMIT',
    'ASSET_UNKNOWN',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'ours; sandbox only, real account only: 10,000 USDT a request, at most 5 a day',
});

export const demoTopUp = defineCall({
  id: 'x.demoTopUp',
  number: null,
  method: 'POST',
  path: '/x/demo-top-up',
  effect: 'write',
  request: z.object({ request_id: requestIdField }),
  answer: z.object({ amount: decimalField, message: z.string() }),
  errors: ['SESSION_REQUIRED', 'DEMO_FULL', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'DUPLICATE_REQUEST'],
  source:
    'ours; fills the demo account up to 100,000 USDT (what is available, held by orders and behind positions counted); refused at or above it',
});

export const outbox = defineCall({
  id: 'x.outbox',
  number: null,
  method: 'GET',
  path: '/x/outbox',
  access: 'bff',
  request: z.object({ to: z.string().max(254) }),
  answer: z.array(z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), time: millisField })).max(50),
  errors: ['FEATURE_NOT_OFFERED', 'BFF_KEY_REQUIRED'],
  source: 'ours; sandbox only: mails to one address, newest first',
});

export const interest = defineCall({
  id: 'x.interest',
  number: null,
  method: 'GET',
  path: '/x/interest',
  access: 'bff',
  request: z.object({ market: marketField, is_cs: isCsField, type: z.enum(BOOK_KINDS).optional() }),
  answer: z.object({ until: millisField }),
  errors: ['BFF_KEY_REQUIRED', 'MARKET_UNKNOWN'],
  source:
    'ours; asks for one book: its `book` events run on every stream of this exchange until `until`. Ask again before, while somebody looks.',
});

/** Cookie of the exchange's sessions. */
export const SESSION_COOKIE = 'candor_exchange';
const hashField = z.string().regex(/^[0-9a-f]{64}$/);

/** Sessions of one question at most. */
export const SESSIONS_ASKED_MAX = 500;

export const standingSessions = defineCall({
  id: 'x.sessions',
  number: null,
  method: 'POST',
  path: '/x/sessions',
  access: 'bff',
  request: z.object({
    tokens: z
      .string()
      .max(SESSIONS_ASKED_MAX * 65)
      .regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/),
  }),
  answer: z.object({ standing: z.array(hashField).max(SESSIONS_ASKED_MAX) }),
  errors: ['BFF_KEY_REQUIRED'],
  source: "ours; which of these sessions, named by the SHA-256 of their cookie's value, have not ended; read from the database each time",
});

/**
 * `GET /x/stream`: server-sent events of everything, for the backend-for-frontend (X-BFF-Key). Events by name, data as JSON:
 * `tickers` {at, rows} once a second; `book` as the answer of x.book, at most every 200 ms a book; `trades` {market, is_cs, type, trades};
 * `marks` {at, is_cs, rows} as the answer of x.marks, once a second for each mode with perpetual markets; `account` {userid, is_cs, changed, market}; `resync` {} when events may have been missed: read everything again.
 * `trades` and `account` carry an id; `Last-Event-ID` repeats what came after it, as far as it is kept.
 */
export const STREAM_PATH = '/x/stream';
