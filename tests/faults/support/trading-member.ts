import { expect } from 'vitest';
import { TEST_KEYS } from '../../../exchange/modules/risk-limits/risk-limits.terms';
import type { PositionWire } from '../../../lib/protocol/perpetual';
import { LIMITED_PRODUCTS } from '../../../lib/protocol/wire';
import { addressOf, type LegacyAnswer, LegacyClient, newRequestId } from '../../helpers/legacy-client';
import { listPages } from './list-pages';
import { type Random, sleep } from './rounds';

export const TRADED_MARKETS = ['BTC-USDT', 'ETH-USDT'] as const;
type Market = (typeof TRADED_MARKETS)[number];

/** What a call may wait for a process that is starting or taking markets over. */
const PATIENCE_MS = 180_000;
const RETRY_MS = 50;
/** Between two requests of one member, so that prints and settlements get their share of a small machine. */
const PAUSE_MS = 15;
/** Answers that leave open whether there was an effect; the same request number settles it. */
const OPEN_CODES = new Set(['MARKET_BUSY', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'INTERNAL']);
/** What an honest exchange may refuse while prices leap, positions are liquidated under their owner's hands and what was slow alone is held back. */
const HONEST_CODES = new Set([
  'INSUFFICIENT_BALANCE',
  'MARGIN_TOO_LOW',
  'MARKET_REDUCE_ONLY',
  'MARKET_STALE',
  'OPTIONS_OPEN_TOO_MANY',
  'ORDERS_OPEN_TOO_MANY',
  'ORDER_CLOSED',
  'ORDER_NO_LIQUIDITY',
  'ORDER_PRICE_OUT_OF_RANGE',
  'ORDER_QUANTITY_INVALID',
  'ORDER_SELF_TRADE',
  'POSITION_NOT_FOUND',
  'POSITION_TOO_LARGE',
  'POSITION_WOULD_LIQUIDATE',
  'RATE_LIMITED',
  'STOP_LOSS_INVALID',
  'TAKE_PROFIT_INVALID',
]);
/** Low ones live through a leap, high ones are liquidated by the next one. */
const LEVERAGES = [2, 10, 20, 50, 100] as const;
/** Value of one order in USDT: small enough for the first tier, for the depth of the quotes and for a demo account to last. */
const ORDER_VALUE = 900;
const TRIGGER_BPS = 50;

const KINDS = ['open', 'open', 'open', 'rest', 'close', 'cancel', 'margin', 'leverage', 'triggers', 'contract'] as const;
type Kind = (typeof KINDS)[number];
type Sent = { kind: Kind; market: Market; fields: Record<string, string>; answer: LegacyAnswer | null };
type Order = { id: string; num: string; state: string; origin?: string };

const CALLS: Record<Kind, { method: string; path: string }> = {
  open: { method: 'POST', path: '/Mobile/Trade/upTrade3' },
  rest: { method: 'POST', path: '/Mobile/Trade/upTrade3' },
  close: { method: 'GET', path: '/home/order/upOrder2' },
  cancel: { method: 'GET', path: '/home/order/upOrder2' },
  margin: { method: 'POST', path: '/x/margin' },
  leverage: { method: 'POST', path: '/x/leverage' },
  triggers: { method: 'POST', path: '/x/triggers' },
  contract: { method: 'POST', path: '/Trade/optionTrade' },
};
/** Both markets move together, by more in a second than such a position bears: one of the two is liquidated by the next print. */
const FIRST = [
  { kind: 'open', market: 'BTC-USDT', fields: { type: 'long', leverage: '100' } },
  { kind: 'open', market: 'ETH-USDT', fields: { type: 'short', leverage: '100' } },
] as const;
let newcomers = 0x30_0000;

/** One member who trades perpetual and seconds contracts under load: every request and the answer that came, null when none did. */
export class TradingMember {
  readonly sent: Sent[] = [];
  private readonly positions = new Map<Market, PositionWire>();
  private readonly marks = new Map<Market, number>();
  private constructor(readonly client: LegacyClient) {}

  /** Signs a new member in on the demo account, with disclosure and test of both products behind them. */
  static async join(base: string): Promise<TradingMember> {
    const client = new LegacyClient(base, false);
    newcomers += 1;
    const address = addressOf(newcomers);
    await settled(() => client.signIn(address, 'demo').then(() => ({ status: 1, info: '', url: '' })));
    for (const product of LIMITED_PRODUCTS) {
      await settled(() => client.send('POST', '/x/risk-limits-consent', { product, request_id: newRequestId() }));
      const test = { product, answers: TEST_KEYS[product] };
      await settled(() => client.send('POST', '/x/risk-limits-test', { ...test, request_id: newRequestId() }));
    }
    return new TradingMember(client);
  }

  /** Sends one request after the other until told to stop. */
  async work({ random, isOver, onAnswer }: { random: Random; isOver(): boolean; onAnswer?(): void }): Promise<void> {
    while (!isOver()) {
      await this.readMarks().catch(() => undefined);
      const sent = this.choose(random);
      if (sent !== null) {
        this.sent.push(sent);
        this.take(sent, await this.send(sent).catch(() => null));
        if (sent.answer !== null) onAnswer?.();
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Repeats every request with its own number until it is settled: what was done is answered the same, what was not may take effect once. */
  async settle(at = this.client): Promise<void> {
    at.cookie = this.client.cookie;
    for (const sent of this.sent) {
      if (sent.answer !== null && sent.answer.status !== 1) continue;
      const again = await settled(() => this.send(sent, at));
      if (sent.answer === null) this.take(sent, again);
      else expect(again.info, `a repeated ${sent.kind} answers as the first time`).toEqual(sent.answer.info);
    }
  }

  /** Everything acknowledged is there once, and nothing else than what was sent. `isSettled`: no request is open any more. */
  async expectAllThere({ isSettled, at = this.client }: { isSettled: boolean; at?: LegacyClient }): Promise<void> {
    at.cookie = this.client.cookie;
    const orders = (await listAll(at, 'perpetual')).filter(({ origin }) => origin === 'user');
    const contracts = await listAll(at, 'option');
    this.expectEach(['open', 'rest', 'close'], orders, isSettled);
    this.expectEach(['contract'], contracts, isSettled);
    const byId = new Map(orders.map((order) => [order.id, order]));
    for (const { fields } of this.done(['cancel'])) expect(byId.get(fields.id ?? '')?.state).toMatch(/^(cancelled|expired)$/);
  }

  done(kinds: readonly Kind[]): Sent[] {
    return this.sent.filter(({ kind, answer }) => kinds.includes(kind) && answer?.status === 1);
  }

  /** How often each answer came to perpetual orders: done, the code of a refusal, or open. */
  static countAnswers(members: readonly TradingMember[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind, answer } of members.flatMap(({ sent }) => sent)) {
      if (kind === 'contract') continue;
      const name = answer === null ? 'open' : (answer.code ?? 'done');
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  private expectEach(kinds: readonly Kind[], listed: readonly Order[], isSettled: boolean): void {
    const byId = new Map(listed.map((order) => [order.id, order]));
    expect(byId.size, 'nothing is listed twice').toBe(listed.length);
    const done = this.done(kinds);
    for (const { kind, fields, answer } of done) {
      const order = orderOf(answer);
      expect(byId.get(order.id)?.num, `${kind} ${JSON.stringify(fields)}`).toBe(order.num);
    }
    const open = this.sent.filter(({ kind, answer }) => kinds.includes(kind) && answer === null).length;
    expect(new Set(done.map(({ answer }) => orderOf(answer).id)).size, 'one effect each').toBe(done.length);
    expect(listed.length, kinds.join()).toBeGreaterThanOrEqual(done.length);
    expect(listed.length, kinds.join()).toBeLessThanOrEqual(done.length + (isSettled ? 0 : open));
  }

  private take(sent: Sent, answer: LegacyAnswer | null): void {
    if (answer === null || OPEN_CODES.has(answer.code ?? '')) return;
    if (answer.status !== 1 && !HONEST_CODES.has(answer.code ?? '')) {
      throw new Error(`${sent.kind} ${JSON.stringify(sent.fields)} refused: ${JSON.stringify(answer)}`);
    }
    sent.answer = answer;
    if (answer.code === 'POSITION_NOT_FOUND') this.positions.delete(sent.market);
    if (answer.status !== 1) return;
    const { position } = answer.info as { position?: PositionWire | null };
    if (position != null) this.positions.set(sent.market, position);
    else if (position === null || (sent.kind === 'close' && sent.fields.num === undefined)) this.positions.delete(sent.market);
  }

  private async readMarks(): Promise<void> {
    const { info } = await this.client.send('GET', '/x/marks', { is_cs: '1' });
    for (const row of (info as { rows: { market: Market; index: string }[] }).rows) this.marks.set(row.market, Number(row.index));
  }

  /** Returns a request that fits what the member has, null where there is nothing for it. */
  private choose(random: Random): Sent | null {
    const forced = FIRST[this.sent.length];
    const kind = forced?.kind ?? random.pick(KINDS);
    const market = forced?.market ?? random.pick(TRADED_MARKETS);
    const filled = this.fill(kind, market, random);
    return filled === null ? null : { kind, market, fields: { ...filled, ...forced?.fields, request_id: newRequestId() }, answer: null };
  }

  private fill(kind: Kind, market: Market, random: Random): Record<string, string> | null {
    const mark = this.marks.get(market);
    const position = this.positions.get(market);
    const isLong = random.chance(0.5);
    if (mark === undefined) return null;
    const base = {
      market,
      type: isLong ? 'long' : 'short',
      num: (ORDER_VALUE / mark).toFixed(5),
      leverage: String(random.pick(LEVERAGES)),
    };
    switch (kind) {
      case 'open':
        return { ...base, kind: 'market' };
      case 'rest':
        return { ...base, kind: 'limit', price: (mark * (isLong ? 0.95 : 1.05)).toFixed(2) };
      case 'contract':
        return { market, type: isLong ? 'up' : 'down', num: '10', time: '30' };
      case 'cancel': {
        const id = this.findResting();
        return id === null ? null : { type: 'perpetual', id };
      }
      case 'close':
        if (position === undefined) return null;
        return { type: 'perpetual', of: 'position', id: position.id, ...(random.chance(0.3) ? { num: '0.001' } : {}) };
      case 'margin':
        return position === undefined ? null : { id: position.id, change: random.chance(0.6) ? 'add' : 'remove', num: '1.5' };
      case 'leverage':
        return position === undefined ? null : { id: position.id, leverage: base.leverage };
      case 'triggers': {
        if (position === undefined) return null;
        const [above, below] = [1, -1].map((sign) => (mark * (1 + (sign * TRIGGER_BPS) / 10_000)).toFixed(2)) as [string, string];
        return { id: position.id, ...(position.type === 'long' ? { tp: above, sl: below } : { tp: below, sl: above }) };
      }
    }
  }

  /** An order of its own that rested and that no request was sent to cancel yet. */
  private findResting(): string | null {
    const cancelled = new Set(this.sent.filter(({ kind }) => kind === 'cancel').map(({ fields }) => fields.id));
    const orders = this.done(['rest']).map(({ answer }) => orderOf(answer));
    return orders.find(({ id, state }) => state === 'open' && !cancelled.has(id))?.id ?? null;
  }

  private send({ kind, fields }: Sent, at = this.client): Promise<LegacyAnswer> {
    return at.send(CALLS[kind].method, CALLS[kind].path, fields);
  }
}

function orderOf(answer: LegacyAnswer | null): Order {
  return (answer as { info: { order: Order } }).info.order;
}

/** Sends until an answer comes that says whether there was an effect. */
async function settled(send: () => Promise<LegacyAnswer>): Promise<LegacyAnswer> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(RETRY_MS)) {
    const answer = await send().catch((error: unknown) => error as Error);
    if (!(answer instanceof Error) && !OPEN_CODES.has(answer.code ?? '') && answer.code !== 'RATE_LIMITED') return answer;
    if (Date.now() > end) throw new Error(`not settled after ${PATIENCE_MS} ms: ${String(answer)} ${JSON.stringify(answer)}`);
  }
}

function listAll(client: LegacyClient, type: 'perpetual' | 'option'): Promise<Order[]> {
  return listPages((page) => settled(() => client.send('GET', '/user/getorder', { type, state: 'all', page })));
}
