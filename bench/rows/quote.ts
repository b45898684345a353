// A quote over HTTP with session, p50 of calls one after the other, beside a read of the terms: PostgreSQL and embedded. Each must be a quote, and the last is taken.
import { convertCoins, convertTerms } from '../../lib/protocol/convert';
import { startExchange } from '../../tests/helpers/exchange-process';
import { startServer } from '../support/postgres';
import { printVerdict, quantile } from '../support/print';
import { openClients, type SpotClient } from '../support/spot-clients';

/** A member has at most 20 open quotes, and they last ten seconds: fewer than these members could have at once, however fast they come. */
const MEMBERS = 12;
const SAMPLES = Math.min(Number(process.env.SAMPLES ?? 200), MEMBERS * 20 - 1);
const QUOTE_MS_WANTED = 5;
const ASKED = { from: 'USDT', to: 'ETH', num: '10' };
type Quoted = { id: string; price: string; fee: string; expires: number; received: string };

function fail(what: string): never {
  throw new Error(`it was not measured what was to be measured: ${what}`);
}

/** One quote. @throws Error for whatever isn't one of ten seconds that brings something */
async function askQuote(client: SpotClient): Promise<Quoted> {
  const { status, info, code } = await client.call(convertCoins, ASKED);
  if (status !== 1) return fail(`a quote was refused: ${code}`);
  const quote = info as Quoted;
  const leftMs = quote.expires - Date.now();
  if (!(Number(quote.received) > 0) || leftMs <= 0 || leftMs > 10_500) return fail(`no quote: ${JSON.stringify(quote)}`);
  return quote;
}

/** Takes a quote. @throws Error where it isn't executed at exactly its amounts */
async function take(client: SpotClient, { id, received, fee, price }: Quoted): Promise<void> {
  const { status, info, code } = await client.call(convertCoins, { ...ASKED, quote: id });
  const done = info as Quoted;
  if (status !== 1) fail(`a quote was not taken: ${code}`);
  if (done.received !== received || done.fee !== fee || done.price !== price) fail(`${JSON.stringify(done)} is not what quote ${id} said`);
}

async function timeAll(work: (turn: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < SAMPLES; turn += 1) {
    const startedAt = performance.now();
    await work(turn);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

async function measure(name: string, env: Record<string, string>): Promise<void> {
  const exchange = await startExchange(env);
  const { clients, close } = await openClients(exchange.base, MEMBERS);
  const memberOf = (turn: number) => clients[turn % clients.length] ?? fail('nobody is signed in');
  try {
    const reads = await timeAll(async (turn) => {
      if ((await memberOf(turn).call(convertTerms, {})).status !== 1) fail('the terms were refused');
    });
    const ids = new Set<string>();
    let last: Quoted | null = null;
    const quotes = await timeAll(async (turn) => {
      last = await askQuote(memberOf(turn));
      ids.add(last.id);
    });
    if (last === null || ids.size !== SAMPLES) fail(`${ids.size} quotes of ${SAMPLES}`);
    await take(memberOf(SAMPLES - 1), last);
    const [p50, p99, read] = [quantile(quotes, 0.5), quantile(quotes, 0.99), quantile(reads, 0.5)];
    const isReached = p50 <= QUOTE_MS_WANTED;
    printVerdict({ what: `${name}: a quote, p50`, value: `${p50.toFixed(2)} ms`, wanted: `at most ${QUOTE_MS_WANTED} ms`, isReached });
    console.log(`${name}: ${SAMPLES} quotes, p99 ${p99.toFixed(2)} ms; a read of the terms, p50 ${read.toFixed(2)} ms`);
  } finally {
    await close();
    await exchange.remove();
  }
}

const server = await startServer();
try {
  await measure('PostgreSQL', { DATABASE_URL: await server.createDatabase('quotes') });
} finally {
  await server.stop();
}
await measure('embedded', {});
