// A read with session through the app, beside the same call straight to the exchange and a bare handler of the framework: p50 of each.
import { LegacyClient } from '../../tests/helpers/legacy-client';
import { openLine } from '../support/keep-alive';
import { signInMember } from '../support/member';
import { startPlainApp } from '../support/plain-app';
import { printVerdict, quantile } from '../support/print';
import { startProduct } from '../support/product';

const READS = Number(process.env.READS ?? 3_000);
const WARM_UP = 500;
const ADDED_MS_MAX = 1.2;

const product = await startProduct();
const member = await signInMember(product.origin);
const direct = new LegacyClient(product.exchangeBase);
await direct.signIn('straight');
const exchange = openLine(new URL(product.exchangeBase).origin, 1);
const app = openLine(product.origin, 1);
const body = await app.get('/api/balances', { cookie: member.cookieHeader });
const plain = await startPlainApp({ body });
const bare = openLine(plain.origin, 1);

/** Turn and turn about, so that whatever else the machine does touches all alike. */
const ways = {
  'straight to the exchange': () => exchange.get('/api/api/purse', { cookie: direct.cookie }),
  'bare handler of the framework': () => bare.get('/answer'),
  'through the app': () => app.get('/api/balances', { cookie: member.cookieHeader }),
};
const times: Record<string, number[]> = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
try {
  for (let read = -WARM_UP; read < READS; read += 1) {
    for (const [name, get] of Object.entries(ways)) {
      const startedAt = performance.now();
      await get();
      if (read >= 0) times[name]?.push(performance.now() - startedAt);
    }
  }
  const p50 = (name: keyof typeof ways) => quantile(times[name]?.sort((a, b) => a - b) ?? [], 0.5);
  for (const name of Object.keys(ways) as (keyof typeof ways)[]) {
    const at = (share: number) => quantile(times[name] ?? [], share).toFixed(2);
    console.log(`${name}: p50 ${p50(name).toFixed(2)} ms, p5 ${at(0.05)} ms, p99 ${at(0.99)} ms (${READS} reads)`);
  }
  const added = p50('through the app') - p50('straight to the exchange');
  printVerdict({
    what: 'a read with session, added by the app at p50',
    value: `${added.toFixed(2)} ms`,
    wanted: `at most ${ADDED_MS_MAX} ms`,
    isReached: added <= ADDED_MS_MAX,
  });
} finally {
  await Promise.all([exchange.close(), app.close(), bare.close()]);
  await product.stop();
  await plain.stop();
}
