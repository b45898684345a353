// 1,000 stream clients with an update a second, beside plain node:http doing the same: delivery, memory, and what a stalled client costs.
import { getFreePort } from '../../tests/helpers/free-port';
import { startFakeUpstream } from '../support/fake-upstream';
import { printVerdict, quantile } from '../support/print';
import { type Memory, runServer, type Server, startProduct } from '../support/product';
import { openStreams } from '../support/stream-clients';
import { makeTickers } from '../support/ticker-rows';

const CLIENTS = Number(process.env.CLIENTS ?? 1_000);
const SECONDS = Number(process.env.SECONDS ?? 30);
const SETTLE_MS = 5_000;
const DELIVERY_MS_MAX = 250;
/** Memory that clients still cost more at the end than when they had settled. */
const CREEP_MB_MAX = 10;
const STALLED = 60;
const STALLED_KB_MAX = 64;
/** Updates that fill what the system holds for a connection, so that the rest is the server's. */
const FLOOD = 6_000;
const FLOOD_PAUSE_MS = 2;

const upstream = await startFakeUpstream({});
const tell = () => upstream.send('tickers', makeTickers(Date.now()));
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
const kbEach = (from: Memory, to: Memory, count: number) => (to.heap - from.heap) / 1024 / count;

async function measure(name: string, server: Server, path: string): Promise<{ p99: number; creep: number }> {
  const first = await openStreams({ origin: server.origin, path, count: 1 });
  await sleep(SETTLE_MS);
  const before = await server.readMemory();
  const clients = await openStreams({ origin: server.origin, path, count: CLIENTS });
  await sleep(SETTLE_MS);
  const settled = await server.readMemory();
  clients.takeDelays();
  await sleep(SECONDS * 1000);
  const delays = clients.takeDelays();
  const after = await server.readMemory();
  clients.close();
  first.close();
  const p99 = quantile(delays, 0.99);
  console.log(`${name}: ${delays.length} deliveries to ${CLIENTS} clients, p50 ${quantile(delays, 0.5)} ms, p99 ${p99} ms`);
  console.log(
    `  resident ${mb(before.rss)} MB before, ${mb(settled.rss)} MB with them, ${mb(after.rss)} MB ${SECONDS} s later; ${kbEach(before, after, CLIENTS).toFixed(0)} KB of heap and buffers a client`,
  );
  if (delays.length < CLIENTS * (SECONDS - 2)) console.log(`  NOT REACHED: ${CLIENTS * SECONDS} deliveries were due`);
  return { p99, creep: (after.heap - settled.heap) / 2 ** 20 };
}

/** What a client that takes nothing costs: the growth between clients that were just opened and the same after a flood that they don't read. */
async function measureStalled(server: Server, path: string): Promise<number> {
  const first = await openStreams({ origin: server.origin, path, count: 1 });
  await sleep(SETTLE_MS);
  const none = await server.readMemory();
  const stalled = await openStreams({ origin: server.origin, path, count: STALLED });
  stalled.stall();
  await sleep(SETTLE_MS);
  const open = await server.readMemory();
  for (let update = 0; update < FLOOD; update += 1) {
    tell();
    await sleep(FLOOD_PAUSE_MS);
  }
  await sleep(SETTLE_MS);
  const flooded = await server.readMemory();
  stalled.close();
  first.close();
  console.log(
    `${STALLED} clients that stopped reading: ${flooded.stalledSockets} sockets hold unsent bytes; open ${kbEach(none, open, STALLED).toFixed(0)} KB each, after ${FLOOD} updates ${kbEach(none, flooded, STALLED).toFixed(0)} KB`,
  );
  return kbEach(open, flooded, STALLED);
}

const timer = setInterval(tell, 1_000);
const plainPort = await getFreePort();
const app = await startProduct({ env: { LEGACY_API_URL: upstream.base } });
const plain = await runServer({
  args: ['bench/support/plain-stream.mjs', String(plainPort), `${upstream.base}/x/stream`],
  env: {},
  probe: 'plain-stream',
  isReady: /Ready/,
  origin: `http://127.0.0.1:${plainPort}`,
});
try {
  const reference = await measure('plain node:http', plain, '/');
  const ours = await measure('the app', app, '/api/stream?channels=tickers');
  clearInterval(timer);
  const stalledKb = await measureStalled(app, '/api/stream?channels=tickers');
  const verdict = (what: string, value: string, wanted: string, isReached: boolean) => printVerdict({ what, value, wanted, isReached });
  verdict(
    'p99 of delivery',
    `${ours.p99} ms (plain node:http ${reference.p99} ms)`,
    `at most ${DELIVERY_MS_MAX} ms`,
    ours.p99 <= DELIVERY_MS_MAX,
  );
  verdict('memory bounded', `${ours.creep.toFixed(1)} MB more in ${SECONDS} s`, `at most ${CREEP_MB_MAX} MB`, ours.creep <= CREEP_MB_MAX);
  verdict(
    'a stalled client beside an open one',
    `${stalledKb.toFixed(0)} KB more`,
    `at most ${STALLED_KB_MAX} KB`,
    stalledKb <= STALLED_KB_MAX,
  );
} finally {
  clearInterval(timer);
  await app.stop();
  await plain.stop();
  await upstream.close();
}
