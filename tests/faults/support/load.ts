import { expect } from 'vitest';
import { restingOrder } from '../../helpers/call-examples';
import { addressOf, type LegacyAnswer, LegacyClient, newRequestId } from '../../helpers/legacy-client';
import { listPages } from './list-pages';
import { type Random, sleep } from './rounds';

/** What a call may wait for a process that is starting or taking markets over. */
const PATIENCE_MS = 180_000;
const RETRY_MS = 50;
const FAUCET_DRAWS_MAX = 5;
/** Below the open orders that a market allows: above it a member cancels what it can. */
const RESTING_MAX = 150;
/** Answers that leave open whether there was an effect; the same request number settles it. */
const OPEN_CODES = new Set(['MARKET_BUSY', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'INTERNAL']);
/** Honest refusals while prices or quotes are missing for a moment after a start, or while commands that were slow alone are held back. */
const MOMENTARY_CODES = new Set(['MARKET_STALE', 'ORDER_NO_LIQUIDITY', 'RATE_LIMITED']);

type Kind = 'order' | 'cancel' | 'draw';
export type Sent = { kind: Kind; fields: Record<string, string>; answer: LegacyAnswer | null };
type OrderRow = { id: string; state: string; num: string };

const CALLS: Record<Kind, { method: string; path: string }> = {
  order: { method: 'POST', path: '/Mobile/Trade/upTrade2' },
  cancel: { method: 'GET', path: '/home/order/upOrder2' },
  draw: { method: 'POST', path: '/x/faucet' },
};
let newcomers = 0x10_0000;

/** One member under load: every request and the answer that came, null when none did. */
export class LoadMember {
  readonly sent: Sent[] = [];
  private constructor(
    readonly client: LegacyClient,
    readonly mode: 'real' | 'demo',
    private readonly terms: Record<string, string>,
  ) {}

  /** Signs a new member in: `demo` ones trade, `real` ones draw from the faucet and trade with it. */
  static async join(base: string, mode: 'real' | 'demo'): Promise<LoadMember> {
    const client = new LegacyClient(base, false);
    newcomers += 1;
    await withRetries(() => client.signIn(addressOf(newcomers), mode).then(() => ({ status: 1, info: '', url: '' })));
    return new LoadMember(client, mode, await restingOrder(client));
  }

  /** Sends one request after the other until told to stop. */
  async work({ random, isOver, onAnswer }: { random: Random; isOver(): boolean; onAnswer?(): void }): Promise<void> {
    while (!isOver()) {
      const sent = this.choose(random);
      this.sent.push(sent);
      const answer = await this.send(sent).catch(() => null);
      const isOpen = answer === null || OPEN_CODES.has(answer.code ?? '');
      if (isOpen) {
        await sleep(RETRY_MS);
        continue;
      }
      if (answer.status !== 1 && !MOMENTARY_CODES.has(answer.code ?? ''))
        throw new Error(`${sent.kind} refused: ${JSON.stringify(answer)}`);
      sent.answer = answer;
      onAnswer?.();
    }
  }

  /** Repeats every request with its own number until it is settled: what was answered is answered the same, what was not takes effect once. */
  async settle(at = this.client): Promise<void> {
    at.cookie = this.client.cookie;
    for (const sent of this.sent) {
      if (sent.answer !== null && sent.answer.status !== 1) continue;
      const again = await withRetries(() => this.send(sent, at));
      if (sent.answer !== null) expect(again.info, 'a repeated request answers as the first time').toEqual(sent.answer.info);
      sent.answer = again;
    }
  }

  /** Everything that was acknowledged is there, and nothing else than what was sent. `isSettled`: nothing is open any more. */
  async expectAllThere({ isSettled, at = this.client }: { isSettled: boolean; at?: LegacyClient }): Promise<void> {
    at.cookie = this.client.cookie;
    const [orders, draws] = [await listAll<OrderRow>(at, 'orders'), this.mode === 'real' ? await listAll<{ id: string }>(at, 'draws') : []];
    const byId = new Map(orders.map((order) => [order.id, order]));
    expect(byId.size, 'no order is listed twice').toBe(orders.length);
    for (const { kind, fields, answer } of this.sent.filter((sent) => sent.answer?.status === 1)) {
      if (kind === 'order')
        expect(byId.get((answer as { info: OrderRow }).info.id)?.num, JSON.stringify(fields)).toBe(trimZeros(fields.num ?? ''));
      if (kind === 'cancel') expect(byId.get(fields.id ?? '')?.state, `order ${fields.id}`).toBe('cancelled');
    }
    this.expectCount('order', orders.length, isSettled);
    if (this.mode === 'real') this.expectCount('draw', draws.length, isSettled);
  }

  countSettled(kind: Kind): number {
    return this.sent.filter((sent) => sent.kind === kind && sent.answer?.status === 1).length;
  }

  private expectCount(kind: Kind, count: number, isSettled: boolean): void {
    const open = this.sent.filter((sent) => sent.kind === kind && sent.answer === null).length;
    expect(count, `${kind}s there`).toBeGreaterThanOrEqual(this.countSettled(kind));
    expect(count, `${kind}s there`).toBeLessThanOrEqual(this.countSettled(kind) + (isSettled ? 0 : open));
  }

  private choose(random: Random): Sent {
    const dice = random.below(100);
    const isRich = this.mode === 'demo' || this.countSettled('draw') > 0;
    const drawn = this.sent.filter(({ kind }) => kind === 'draw').length;
    const request = { request_id: newRequestId() };
    if (this.mode === 'real' && drawn < FAUCET_DRAWS_MAX && (!isRich || dice < 50))
      return { kind: 'draw', fields: { coin: 'USDT', ...request }, answer: null };
    const cancellable = this.findOpenOrder();
    if (cancellable !== null && (dice < 20 || this.countResting() > RESTING_MAX))
      return { kind: 'cancel', fields: { id: cancellable, ...request }, answer: null };
    // A quantity of its own, so that an order can be told from the others; small, so that the money lasts.
    const num = `0.00${1000 + (this.sent.length % 8_000)}`;
    if (dice < 40)
      return { kind: 'order', fields: { market: this.terms.market ?? '', type: 'buy', kind: 'market', num, ...request }, answer: null };
    return { kind: 'order', fields: { ...this.terms, num, ...request }, answer: null };
  }

  /** An order of its own that rests and that no request was sent to cancel yet. */
  private findOpenOrder(): string | null {
    const cancelled = new Set(this.sent.filter(({ kind }) => kind === 'cancel').map(({ fields }) => fields.id));
    const placed = this.sent.flatMap(({ kind, answer }) => (kind === 'order' && answer !== null ? [answer.info as OrderRow] : []));
    return placed.find(({ id, state }) => state === 'open' && !cancelled.has(id))?.id ?? null;
  }

  /** Orders that may rest: those without an answer too. */
  private countResting(): number {
    const mayRest = this.sent.filter(
      ({ kind, fields, answer }) =>
        kind === 'order' && fields.kind !== 'market' && (answer === null || (answer.info as OrderRow).state === 'open'),
    );
    return mayRest.length - this.sent.filter(({ kind }) => kind === 'cancel').length;
  }

  private send({ kind, fields }: Sent, at = this.client): Promise<LegacyAnswer> {
    return at.send(CALLS[kind].method, CALLS[kind].path, fields);
  }
}

/** Sends until an answer comes that settles the request. */
export async function withRetries(send: () => Promise<LegacyAnswer>): Promise<LegacyAnswer> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const answer = await send().catch((error: unknown) => error as Error);
    const isOpen = answer instanceof Error || OPEN_CODES.has(answer.code ?? '') || MOMENTARY_CODES.has(answer.code ?? '');
    if (!isOpen) return answer;
    if (Date.now() > end) throw new Error(`not settled after ${PATIENCE_MS} ms: ${String(answer)} ${JSON.stringify(answer)}`);
    await sleep(RETRY_MS);
  }
}

function listAll<Row extends { id: string }>(client: LegacyClient, what: 'orders' | 'draws'): Promise<Row[]> {
  const [path, fields] =
    what === 'orders' ? ['/user/getorder', { type: 'spot', state: 'all' }] : ['/user/accountRecords', { type: 'other' }];
  return listPages((page) => withRetries(() => client.send('GET', path, { ...fields, page })));
}

function trimZeros(decimal: string): string {
  return decimal.replace(/0+$/, '');
}
