// The public market list through the app, beside a bare handler of the framework with the same answer; and 1,000 cold reads at once.
import { openLine } from '../support/keep-alive';
import { startFakeUpstream } from '../support/fake-upstream';
import { runLoad } from '../support/load';
import { startPlainApp } from '../support/plain-app';
import { median, printRow, printVerdict } from '../support/print';
import { startProduct } from '../support/product';

const CLIENTS = 32;
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const RATIO_MIN = 0.8;
const AT_ONCE = 1_000;
/** How soon the fake backend answers; the second is about what the bundled exchange takes. */
const ANSWER_MS = [500, 5];
const LIST = '/ajax/allcoin_a/id/1/type/0/coin/';
/** After this the answer of an earlier read is no longer shared. */
const COLD_MS = 2_000;

const product = await startProduct();
const answer = await (await fetch(product.exchangeBase + LIST)).text();
const body = await (await fetch(`${product.origin}/api/markets`)).text();
const plain = await startPlainApp({ body });
console.log(`an answer has ${body.length.toLocaleString('en')} bytes`);
const rates = { app: [] as number[], bare: [] as number[] };
const app = openLine(product.origin, CLIENTS);
const bare = openLine(plain.origin, CLIENTS);
try {
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours = await runLoad({ clients: CLIENTS, seconds: SECONDS, work: () => app.get('/api/markets') });
    const theirs = await runLoad({ clients: CLIENTS, seconds: SECONDS, work: () => bare.get('/answer') });
    // The first round warms the compiler.
    if (round >= 0) rates.app.push(ours.rate);
    if (round >= 0) rates.bare.push(theirs.rate);
  }
} finally {
  await Promise.all([app.close(), bare.close()]);
  await product.stop();
  await plain.stop();
}
const ratio = median(rates.app) / median(rates.bare);
printRow({ name: `market list through the app, ${CLIENTS} clients`, rates: rates.app, unit: 'answers/s' });
printRow({ name: 'bare handler of the framework', rates: rates.bare, unit: 'answers/s' });
printVerdict({
  what: 'market list, share of the bare handler',
  value: `${ratio.toFixed(2)} x`,
  wanted: `at least ${RATIO_MIN} x`,
  isReached: ratio >= RATIO_MIN,
});

let answerMs = 0;
const slowly = async () => {
  await new Promise((done) => setTimeout(done, answerMs));
  return answer;
};
const upstream = await startFakeUpstream({ [LIST]: slowly });
const alone = await startProduct({ env: { LEGACY_API_URL: upstream.base } });
const many = openLine(alone.origin, AT_ONCE);
try {
  for (answerMs of ANSWER_MS) {
    await new Promise((done) => setTimeout(done, COLD_MS));
    upstream.calls.delete(LIST);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, () => many.get('/api/markets')));
    const took = Math.round(performance.now() - startedAt);
    const calls = upstream.calls.get(LIST) ?? 0;
    printVerdict({
      what: `${AT_ONCE} cold reads at once, a backend that answers in ${answerMs} ms (all done in ${took} ms)`,
      value: `${calls} calls to it`,
      wanted: 'exactly 1',
      isReached: calls === 1,
    });
  }
} finally {
  await many.close();
  await alone.stop();
  await upstream.close();
}
