import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import { BUILT_CALLS, ENDS_ITS_SESSION, exampleOf } from '../helpers/call-examples';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, LegacyClient } from '../helpers/legacy-client';
import { hasNats, type NatsServer, startNats } from '../helpers/nats';
import { type PostgresServer, startMigratedPostgres } from '../helpers/postgres';
import { expectConsistent, withDatabase } from './support/consistency';
import { LoadMember } from './support/load';
import { countRounds, createRandom, sleep, timeoutOf } from './support/rounds';
import { startWork } from './support/start-work';
import { TradingMember } from './support/trading-member';
import { StreamReader } from './support/stream-reader';

const FAULTS = ['none', 'killed', 'frozen', 'no NATS', 'no PostgreSQL'] as const;
const ROUNDS = countRounds({ short: FAULTS.length, long: 40 });
const MODES = ['demo', 'demo', 'demo', 'real'] as const;
const LOAD_MS = 700;
/** Longer than a lease, so that the markets of who stands still are taken over. */
const FAULT_MS = 4_500;
const WITHIN = { timeout: 120_000, interval: 100 };
/** One of the machines has a clock that is 20 s ahead. */
const WRONG_CLOCK = 'data:text/javascript,const now = Date.now; Date.now = () => now() + 20000;';
/** Leases go to nobody; the processes take them as they come. */
const SPREAD = `UPDATE leases SET owner = 'nobody', expires_at = '-infinity' WHERE part LIKE '%-USDT%'`;

if (!hasNats)
  it('left out: nats-server is not installed, several processes were not tried', () => process.stdout.write('left out: nats-server\n'));
else
  describe('three exchanges on one PostgreSQL and one NATS', () => {
    let postgres: PostgresServer;
    let nats: NatsServer;
    let databaseUrl: string;
    let processes: ExchangeProcess[] = [];
    let streams: StreamReader[] = [];
    const codes = new Set<string>();
    let current = '';

    beforeAll(async () => {
      [postgres, nats] = await Promise.all([startMigratedPostgres(), startNats()]);
      databaseUrl = await postgres.createDatabase('candor');
      const env = { DATABASE_URL: databaseUrl, NATS_URL: nats.url };
      processes = [
        await startExchange(env),
        await startExchange(env),
        await startExchange({ ...env, NODE_OPTIONS: `--import "${WRONG_CLOCK}"` }),
      ];
      await spread();
      streams = processes.map(({ base }) => new StreamReader(base));
    });
    afterAll(async () => {
      await Promise.all(streams.map((stream) => stream.stop()));
      for (const exchange of processes) await exchange.remove();
      await nats?.stop();
      await postgres?.stop();
    });

    const at = () => ({ dataDir: processes[0]?.dataDir ?? '', databaseUrl });
    const query = <Row extends Record<string, unknown>>(sql: string) =>
      withDatabase(at(), async (db) => (await db.read.query<Row>(sql)).rows);

    /** Has the markets written by whoever comes first, and waits until each has its writer. */
    async function spread(): Promise<void> {
      await query(SPREAD);
      const count = async () =>
        (await query<{ n: string }>("SELECT count(*) AS n FROM leases WHERE part LIKE '%-USDT%' AND expires_at > now()"))[0]?.n;
      for (const end = Date.now() + WITHIN.timeout; (await count()) !== '24'; await sleep(WITHIN.interval)) {
        if (Date.now() > end) throw new Error('not every market found a writer');
      }
    }

    /** Three who trade coins with test money, one who draws and trades, and one who trades contracts; each asks another process. */
    async function join(index: number, round: number): Promise<LoadMember | TradingMember> {
      const { base } = processes[(round + index) % processes.length] as ExchangeProcess;
      const mode = MODES[index];
      const member = mode === undefined ? await TradingMember.join(base) : await LoadMember.join(base, mode);
      const { client } = member;
      const send = client.send.bind(client);
      client.send = async (...input) => {
        const answer = await send(...input);
        if (answer.code !== undefined) codes.add(`${current} ${answer.code}`);
        return answer;
      };
      return member;
    }

    async function listFills(after: string): Promise<string[]> {
      return (await query<{ id: string }>(`SELECT id FROM spot_fills WHERE created_at > '${after}'`)).map(({ id }) => id);
    }

    it.each([0, 1, 2])('every call of the catalogue is answered by process %i, wherever the market is written', async (index) => {
      const { base } = processes[index] as ExchangeProcess;
      for (const call of CATALOGUE.filter(({ id }) => BUILT_CALLS.has(id))) {
        const client = new LegacyClient(base);
        await client.signIn(addressOf((ENDS_ITS_SESSION.has(call.id) ? 0xbad0 : 0xc0ffee0) + index));
        const { path, fields, refusal, file } = await exampleOf(call, client);
        const answer = await (file === undefined ? client.send(call.method, path, fields) : client.upload(path, file, fields));
        expect(answer, call.id).toMatchObject(refusal === undefined ? { status: 1 } : { code: refusal });
        const told = call.carrier === 'url' ? answer.url : answer.info;
        if (refusal === undefined) expect(call.answer.safeParse(told).error, call.id).toBeUndefined();
      }
    });

    it('a book is the same through each of them', async () => {
      const ask = async ({ base }: ExchangeProcess, type: string) => {
        const { info } = await new LegacyClient(base).send('GET', '/x/book', { market: 'BTC-USDT', is_cs: '1', type });
        const { seq, bids, asks } = info as { seq: number; bids: unknown[]; asks: unknown[] };
        return { seq, bids, asks };
      };
      for (const type of ['spot', 'perpetual']) {
        // Quotes may change between two questions: then once more.
        const askAll = async () =>
          new Set((await Promise.all(processes.map((each) => ask(each, type)))).map((book) => JSON.stringify(book))).size;
        await expect.poll(askAll, WITHIN).toBe(1);
      }
    });

    async function strike(fault: (typeof FAULTS)[number], victim: ExchangeProcess): Promise<() => Promise<void>> {
      if (fault === 'killed') {
        await victim.kill();
        return () => victim.reopen();
      }
      if (fault === 'frozen') {
        victim.freeze(true);
        return async () => victim.freeze(false);
      }
      if (fault === 'no NATS') {
        await nats.stop();
        return () => nats.restart();
      }
      if (fault === 'no PostgreSQL') {
        postgres.crash();
        return () => postgres.restart();
      }
      return () => Promise.resolve();
    }

    it(
      `${ROUNDS} rounds of orders through each while one is killed or frozen, NATS or PostgreSQL go: all is done once and told to all`,
      async () => {
        const random = createRandom('several-processes');
        for (let round = 0; round < ROUNDS; round += 1) {
          const fault = FAULTS[round % FAULTS.length] as (typeof FAULTS)[number];
          const victim = random.below(processes.length);
          current = fault;
          await spread();
          for (const stream of streams) stream.take();
          const [{ now: since } = { now: '' }] = await query<{ now: string }>('SELECT clock_timestamp()::text AS now');
          const members = await Promise.all([0, 1, 2, 3, 4].map((index) => join(index, round)));
          const work = startWork(members, random);
          await sleep(LOAD_MS);
          const mend = await strike(fault, processes[victim] as ExchangeProcess);
          if (fault !== 'none') await sleep(FAULT_MS);
          await mend();
          await sleep(LOAD_MS);
          const countFills = async () => (await listFills(since)).length;
          await Promise.race([work.failed, expect.poll(countFills, { ...WITHIN, message: 'orders met each other' }).toBeGreaterThan(0)]);
          await work.end();
          for (const [index, member] of members.entries()) {
            const other = new LegacyClient((processes[(round + index + 1) % processes.length] as ExchangeProcess).base);
            await member.settle(other);
            await member.expectAllThere({ isSettled: true, at: other });
          }
          await expectConsistent(at());
          const fills = await listFills(since);
          for (const [index, stream] of streams.entries()) {
            const missing = () => fills.filter((id) => !stream.peek().trades.has(id)).length;
            // What was missed is told as such: then everything is read again.
            await expect
              .poll(() => missing() === 0 || stream.peek().resyncs > 0, { ...WITHIN, message: `${fault}: stream ${index}` })
              .toBe(true);
            const { trades, resyncs } = stream.take();
            expect(
              [...trades].filter(([, times]) => times > 1),
              `${fault}: told twice by ${index}`,
            ).toEqual([]);
            if (fault === 'none') expect(resyncs, `without a fault nothing is missed by ${index}`).toBe(0);
          }
        }
        expect([...codes], 'nobody is held back without a fault').not.toContain('none RATE_LIMITED');
        // A command that failed by itself is refused with the same code; its process says so in the log.
        const isFaulty = processes.some((exchange) => exchange.log().includes('a command failed'));
        if (!isFaulty) expect([...codes].filter((code) => code.endsWith('MARKET_BUSY'))).toEqual([]);
        process.stdout.write(`several processes: open answers ${[...codes].join(', ')}\n`);
      },
      timeoutOf({ rounds: ROUNDS, roundMsMax: 180_000 }),
    );
  });
