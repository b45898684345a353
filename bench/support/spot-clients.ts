import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { Call } from '../../lib/protocol/define-call';
import { faucet } from '../../lib/protocol/extensions';
import { cancelOrder, placeSpotOrder } from '../../lib/protocol/spot';
import { BFF_KEY } from '../../tests/helpers/exchange-process';
import { signLogin, walletOf } from '../../tests/helpers/test-wallet';

const MARKET = 'ETH-USDT';
const QUANTITY = '0.01';
/** The faucet gives 10,000 USDT five times a day. */
const DRAWS = 5;
/** Base that each user buys before the clock starts, so that it can sell. */
const STOCK = '0.5';
const STOCK_ATTEMPTS_MAX = 40;

type Answer = { status: number; info: unknown; code?: string };
export type SpotClient = { call(call: Call, fields: Record<string, string>): Promise<Answer> };
type Placed = { id: string; state: string };

/** Signs users in over HTTP, each with test money and some of the base asset, bought on the book. `base` ends in `/api`. */
export async function openClients(base: string, count: number): Promise<{ clients: SpotClient[]; close(): Promise<void> }> {
  const url = new URL(base);
  const pool = new Pool(url.origin, { connections: count, pipelining: 1 });
  const send = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) => {
    const reply = await pool.request({ method, path: `${url.pathname}${path}`, headers, ...(body === undefined ? {} : { body }) });
    return { answer: (await reply.body.json()) as Answer, cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
  };
  const clients: SpotClient[] = [];
  for (let number = 0; number < count; number += 1) {
    const login = new URLSearchParams({ ...(await signLogin(walletOf(`bench ${number}`), Date.now())), ip: '1.2.3.4', is_cs: '0' });
    const signedIn = await send('GET', `/Login/walletLogin?${login}`, { 'x-bff-key': BFF_KEY });
    const headers = { cookie: signedIn.cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const call = async ({ method, path }: Call, fields: Record<string, string>) => {
      const form = new URLSearchParams({ ...fields, request_id: randomUUID() }).toString();
      return (await (method === 'GET' ? send(method, `${path}?${form}`, headers) : send(method, path, headers, form))).answer;
    };
    for (let draw = 0; draw < DRAWS; draw += 1) await call(faucet, { coin: 'USDT' });
    clients.push({ call });
  }
  for (const client of clients) await buyStock(client);
  return { clients, close: () => pool.close() };
}

async function buyStock(client: SpotClient): Promise<void> {
  for (let attempt = 0; attempt < STOCK_ATTEMPTS_MAX; attempt += 1) {
    const answer = await client.call(placeSpotOrder, { market: MARKET, type: 'buy', kind: 'market', num: STOCK });
    if (answer.status === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the base asset could not be bought');
}

/** Middle of the book, in quote. */
export async function getMiddle(base: string): Promise<number> {
  const answer = (await (await fetch(`${base}/x/book?market=${MARKET}&is_cs=0`)).json()) as {
    info: { bids: [string, string][]; asks: [string, string][] };
  };
  const [bid, ask] = [answer.info.bids[0]?.[0], answer.info.asks[0]?.[0]];
  if (bid === undefined || ask === undefined) throw new Error('the book is empty');
  return (Number(bid) + Number(ask)) / 2;
}

/**
 * One turn of a client: every other order takes or makes at the middle, the others rest 3 % away and are cancelled at once. Returns what was
 * acknowledged.
 */
export async function takeTurn(
  client: SpotClient,
  number: number,
  middle: number,
): Promise<{ orders: number; cancels: number; refused: number }> {
  const isBuy = number % 2 === 0;
  const rests = number % 4 >= 2;
  const factor = rests ? (isBuy ? 0.97 : 1.03) : isBuy ? 1.0005 : 0.9995;
  const fields = { market: MARKET, type: isBuy ? 'buy' : 'sell', kind: 'limit', price: (middle * factor).toFixed(2), num: QUANTITY };
  const answer = await client.call(placeSpotOrder, fields);
  if (answer.status !== 1) return { orders: 0, cancels: 0, refused: 1 };
  if ((answer.info as Placed).state !== 'open') return { orders: 1, cancels: 0, refused: 0 };
  // Filled meanwhile is fine. Any other refusal would leave the book to fill up, and the figure would mean something else.
  const cancelled = await client.call(cancelOrder, { id: (answer.info as Placed).id });
  if (cancelled.status === 1) return { orders: 1, cancels: 1, refused: 0 };
  if (cancelled.code === 'ORDER_CLOSED') return { orders: 1, cancels: 0, refused: 0 };
  throw new Error(`a cancel was refused: ${cancelled.code}`);
}
