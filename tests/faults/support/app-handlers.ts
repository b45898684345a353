import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '../../../lib/bff/define-endpoint';
import { type ShownAccount, toShownHeaders } from '../../../lib/dto/shown-account';
import { RISK_LIMITS } from '../../../lib/protocol/wire';
import { endpoints } from '../../../lib/bff/endpoints';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
/** `shown` is the account that the screen shows; null says nothing of it. */
export type Ask = (name: string, values: Record<string, unknown>, shown?: ShownAccount | null) => Promise<Response>;

const ORIGIN = 'http://localhost:3000';
/** Whom the sessions of these tests belong to. */
export const MEMBER = { userId: '7', username: 'ada', mode: 'demo' } as const;

/** Returns a function that asks an endpoint by its name as a browser does, straight at its route handler. */
export async function loadHandlers(): Promise<Ask> {
  const handlers = new Map<string, Handler>();
  for (const file of readdirSync('app/api', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('route.ts'))) {
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(process.cwd(), 'app/api', file)).href)) as Record<string, Handler>;
    const path = `/api/${file
      .replace(/\/?route\.ts$/, '')
      .replaceAll('[', '{')
      .replaceAll(']', '}')}`;
    for (const method of ['GET', 'POST']) if (module[method] !== undefined) handlers.set(`${method} ${path}`, module[method]);
  }
  return (name, values, shown = MEMBER) => {
    const { method, path } = (endpoints as unknown as Record<string, Endpoint>)[name] as Endpoint;
    const handler = handlers.get(`${method} ${path}`);
    if (handler === undefined) throw new Error(`no handler of ${method} ${path}`);
    const params = Object.fromEntries(Object.entries(values).filter(([key]) => path.includes(`{${key}}`))) as Record<string, string>;
    const rest = Object.entries(values).filter(([key]) => !(key in params)) as [string, string][];
    const headers = {
      ...(shown === null ? {} : toShownHeaders(shown)),
      'content-type': 'application/json',
      origin: ORIGIN,
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
    };
    const request =
      method === 'GET'
        ? new Request(`${ORIGIN}${path}?${new URLSearchParams(rest)}`, { headers })
        : new Request(ORIGIN + path, { method, headers, body: JSON.stringify(Object.fromEntries(rest)) });
    return handler(request, { params: Promise.resolve(params) });
  };
}

const PROOF = `${'a'.repeat(22)}.1`;
const REQUEST = { requestId: 'request-0000000001' };
const NO_LIMITS = Object.fromEntries(RISK_LIMITS.map((kind) => [kind, null]));

/** One valid input for every endpoint that asks for one. */
export const INPUTS: Record<string, Record<string, unknown>> = {
  signInPassword: { username: 'ada', password: 'correct horse' },
  walletMessage: { address: `0x${'1'.repeat(40)}`, chainId: 1 },
  signInWallet: { message: 'x', signature: '0x11' },
  switchMode: { mode: 'real' },
  requestOutcome: { write: 'placeOrder', ...REQUEST },
  requestBar: { write: 'placeOrder', ...REQUEST },
  preferences: { theme: 'day' },
  mailCode: { email: 'ada@mail.example', proof: PROOF },
  register: {
    username: 'ada',
    email: 'ada@mail.example',
    password: 'correct horse',
    passwordAgain: 'correct horse',
    code: '123456',
    proof: PROOF,
    consent: true,
  },
  outbox: { to: 'ada@mail.example' },
  candles: { symbol: 'BTC-USDT', interval: '1m' },
  book: { symbol: 'BTC-USDT' },
  trades: { symbol: 'BTC-USDT' },
  rules: { symbol: 'BTC-USDT' },
  faucet: { asset: 'USDT', ...REQUEST },
  demoTopUp: REQUEST,
  order: { id: '1' },
  placeOrder: { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.01', ...REQUEST },
  cancelOrder: { orderId: '1', ...REQUEST },
  cancelAll: { kind: 'spot', ...REQUEST },
  optionTerms: { symbol: 'BTC-USDT' },
  riskLimitsConsent: REQUEST,
  riskLimitsTest: { answers: [true, true, true, true, true], ...REQUEST },
  riskLimitsPause: { days: '1', ...REQUEST },
  riskLimitsChange: { limits: NO_LIMITS, ...REQUEST },
  buyContract: { symbol: 'BTC-USDT', direction: 'up', stake: '10', seconds: 30, ...REQUEST },
  optionProof: { id: '1' },
  perpetualTerms: { symbol: 'BTC-USDT' },
  fundingRates: { symbol: 'BTC-USDT' },
  perpetualOpen: { symbol: 'BTC-USDT' },
  perpetualOrder: { id: '1' },
  placePerpetual: { symbol: 'BTC-USDT', side: 'long', kind: 'market', quantity: '0.01', leverage: 5, ...REQUEST },
  cancelPerpetual: { orderId: '1', ...REQUEST },
  closePosition: { positionId: '1', ...REQUEST },
  positionMargin: { positionId: '1', change: 'add', amount: '1', ...REQUEST },
  positionLeverage: { positionId: '1', leverage: 20, ...REQUEST },
  positionTriggers: { positionId: '1', takeProfit: null, stopLoss: null, ...REQUEST },
};
