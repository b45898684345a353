import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restingOrder } from '../helpers/call-examples';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, LegacyClient, newRequestId } from '../helpers/legacy-client';
import { type PostgresServer, startPostgres } from '../helpers/postgres';

const KILLS = 3;
const CLIENTS = 4;
/** Every client has a few acknowledged orders by then; the kill itself falls anywhere between two answers. */
const ACKNOWLEDGED_BEFORE_KILL = 24;
const PAGES_MAX = 40;
/** What a market may be without a writer after its process was killed, with room for a busy machine. */
const TAKE_OVER_MS_MAX = 15_000;
const RETRY_MS = 50;

type Sent = { fields: Record<string, string>; id: string | null };
type OrderRow = { id: string; num: string };
/** Quantities differ, so that each order can be told from every other. */
let sequence = 0;

describe.each(['embedded', 'postgres'] as const)('on the %s database', (kind) => {
  let postgres: PostgresServer | null = null;
  let exchange: ExchangeProcess;
  let members: LegacyClient[];

  beforeAll(async () => {
    postgres = kind === 'postgres' ? await startPostgres() : null;
    exchange = await startExchange(postgres ? { DATABASE_URL: await postgres.createDatabase('candor') } : {});
    members = Array.from({ length: CLIENTS }, () => new LegacyClient(exchange.base));
    await Promise.all(members.map((member, index) => member.signIn(addressOf(0x100 + index))));
  });
  afterAll(async () => {
    await exchange?.remove();
    await postgres?.stop();
  });

  test(`${KILLS} kills under order load lose no acknowledged order, double none, and leave the ledger clean`, async () => {
    const sent = new Map<LegacyClient, Sent[]>(members.map((member) => [member, []]));
    for (let kill = 0; kill < KILLS; kill += 1) {
      await loadUntilKilled(exchange, sent);
      await exchange.reopen();
      for (const [member, orders] of sent) await expectExactlyOnce(member, orders);
    }
    // A retry with the same request number answers as the first time, or does what was lost: in both cases one order.
    for (const [member, orders] of sent) {
      for (const order of orders) {
        const answer = await placePatiently(member, order.fields);
        expect(answer.status, JSON.stringify(answer)).toBe(1);
        const { id } = answer.info as OrderRow;
        if (order.id) expect(id).toBe(order.id);
        order.id = id;
      }
      await expectExactlyOnce(member, orders);
      expect(await listOrders(member)).toHaveLength(orders.length);
    }
    await exchange.kill();
    const audit = await exchange.operate('audit');
    expect(audit, audit.output).toMatchObject({ code: 0 });
  });

  test('one request number 40 times at once makes one order, and with another input is refused', async () => {
    await exchange.reopen();
    const member = members[0]!;
    const fields = await restingOrder(member);
    // The new process waits for the old one's lease: by then the market is open.
    expect(await placePatiently(member, await restingOrder(member))).toMatchObject({ status: 1 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => member.send('POST', '/Mobile/Trade/upTrade2', fields)));
    const ids = new Set(answers.map((answer) => (answer.info as OrderRow).id));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 1));
    expect(ids.size).toBe(1);
    expect(await member.send('POST', '/Mobile/Trade/upTrade2', { ...fields, num: '0.002' })).toMatchObject({
      status: 0,
      code: 'DUPLICATE_REQUEST',
    });
  });
});

/** Sends an order, again while the market has no writer yet: after a kill the next process takes over when the lease ends. */
async function placePatiently(member: LegacyClient, fields: Record<string, string>) {
  for (const end = Date.now() + TAKE_OVER_MS_MAX; ; ) {
    const answer = await member.send('POST', '/Mobile/Trade/upTrade2', fields);
    if (answer.code !== 'MARKET_BUSY' || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Orders from all members at once until the process is killed in the middle of them. */
async function loadUntilKilled(exchange: ExchangeProcess, sent: Map<LegacyClient, Sent[]>): Promise<void> {
  let acknowledged = 0;
  let isDead = false;
  const load = [...sent].map(async ([member, orders]) => {
    const terms = await restingOrder(member);
    while (!isDead) {
      sequence += 1;
      // Small, so that the money lasts for all of them.
      const order: Sent = { fields: { ...terms, num: `0.00${1000 + sequence}`, request_id: newRequestId() }, id: null };
      orders.push(order);
      try {
        const answer = await placePatiently(member, order.fields);
        if (answer.status !== 1) throw new Error(`refused: ${JSON.stringify(answer)}`);
        order.id = (answer.info as OrderRow).id;
        acknowledged += 1;
      } catch (error) {
        // The connection that died with the process; a refusal is a fault.
        if (!isDead || !(error instanceof TypeError || (error as Error).name === 'SyntaxError')) throw error;
      }
    }
  });
  while (acknowledged < ACKNOWLEDGED_BEFORE_KILL) await Promise.race([...load, new Promise((resolve) => setTimeout(resolve, 2))]);
  isDead = true;
  await exchange.kill();
  await Promise.all(load);
}

async function expectExactlyOnce(member: LegacyClient, orders: Sent[]): Promise<void> {
  const rows = await listOrders(member);
  for (const order of orders) {
    const found = rows.filter((row) => row.num === order.fields.num?.replace(/0+$/, ''));
    if (order.id) expect(found.map((row) => row.id)).toEqual([order.id]);
    else expect(found.length).toBeLessThanOrEqual(1);
  }
}

async function listOrders(member: LegacyClient): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { info } = await member.send('GET', '/user/getorder', { type: 'spot', state: 'all', page: String(page) });
    rows.push(...(info as OrderRow[]));
    if ((info as OrderRow[]).length === 0) break;
  }
  return rows;
}
