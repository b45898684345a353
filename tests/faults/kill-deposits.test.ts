import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, type LegacyAnswer, LegacyClient } from '../helpers/legacy-client';
import { expectConsistent } from './support/consistency';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';

/** Deposits that a kill meets before they are credited; many are under way at each, so that a start of the exchange is worth its time. */
const MET = countRounds({ short: 20, long: 200 });
const SENT_EACH = 20;
const KILLS = Math.max(2, Math.ceil(MET / SENT_EACH));
/** The kill falls anywhere in this time: a block comes every 5 s, and a deposit is credited in its fifth. */
const RUN_MS_MAX = 9_000;
const RETRY_MS = 500;
const LAST_CREDIT_MS_MAX = 300_000;

let exchange: ExchangeProcess;
beforeAll(async () => {
  exchange = await startExchange();
});
afterAll(() => exchange?.remove());

type Deposit = { id: string; state: string; hash: string; credited: string | null };

test(
  `${KILLS} kills, each with ${SENT_EACH} deposits more between being sent and being credited: every one is credited once`,
  async () => {
    const random = createRandom('kill-deposits');
    const client = new LegacyClient(exchange.base);
    await client.signIn(addressOf(0x77_0001), 'real');
    const sent: Record<string, string>[] = [];
    const send = (fields: Record<string, string>) => client.send('POST', '/x/outside-wallet-send', fields);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const requests = Array.from({ length: SENT_EACH }, (_, index) => ({
        network: 'ERC20',
        address_network: 'ERC20',
        coin: 'USDT',
        num: String(1 + random.below(9)),
        request_id: `kill-${kill}-send-${index}`.padEnd(20, '-'),
      }));
      sent.push(...requests);
      const all = Promise.allSettled(requests.map(send));
      await sleep(random.below(RUN_MS_MAX));
      await exchange.kill();
      await all;
      await exchange.reopen();
      // What got no answer is sent again under its number.
      await Promise.all(requests.map((request) => withRetries(() => send(request))));
      process.stdout.write(`deposits: ${kill + 1} kills, ${sent.length} met\n`);
    }
    const wanted = sent.reduce((sum, { num }) => sum + Number(num), 0);
    const until = Date.now() + LAST_CREDIT_MS_MAX;
    let deposits: Deposit[] = [];
    while (Date.now() < until && (deposits.length < sent.length || deposits.some(({ state }) => state !== 'credited'))) {
      await sleep(RETRY_MS);
      deposits = await listAll(client);
    }
    expect(deposits).toHaveLength(sent.length);
    expect(new Set(deposits.map(({ hash }) => hash)).size).toBe(sent.length);
    expect(deposits.every(({ state }) => state === 'credited')).toBe(true);
    const { info } = await withRetries(() => client.send('GET', '/user/getbanlance', { coin: 'USDT' }));
    expect(info).toEqual({ available: String(wanted), held: '0' });
    await exchange.kill();
    await expectConsistent({ dataDir: exchange.dataDir });
    const audit = await exchange.operate('audit', '--as', 'ada');
    expect(audit.output).toContain('clean');
    expect(audit.code).toBe(0);
  },
  timeoutOf({ rounds: KILLS, roundMsMax: 120_000 }) + LAST_CREDIT_MS_MAX,
);

async function listAll(client: LegacyClient): Promise<Deposit[]> {
  const all: Deposit[] = [];
  for (let page = 1; ; page += 1) {
    const { info } = await withRetries(() => client.send('GET', '/x/deposits', { page: String(page) }));
    const rows = info as Deposit[];
    all.push(...rows);
    if (rows.length === 0) return all;
  }
}

async function withRetries(ask: () => Promise<LegacyAnswer>): Promise<LegacyAnswer> {
  const until = Date.now() + LAST_CREDIT_MS_MAX;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer?.status === 1) return answer;
    if (Date.now() > until) throw new Error(`no answer: ${JSON.stringify(answer)}`);
    await sleep(RETRY_MS);
  }
}
