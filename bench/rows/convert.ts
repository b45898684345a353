// A quote at the exchange, and its execution: one after the other and 64 at once, on both databases with fsync.
import { createConvertService } from '../../exchange/modules/convert/convert.service';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import { grantPools } from '../../exchange/modules/pools/pools.funding';
import { createRegistry } from '../../exchange/modules/registry/registry.service';
import { createId } from '../../exchange/platform/ids';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { onBothDatabases } from '../support/databases';
import { runLoad } from '../support/load';
import { printRow, printVerdict, quantile } from '../support/print';

const SECONDS = Number(process.env.SECONDS ?? 5);
const USERS = 2_000;
const QUOTE_MS_WANTED = 5;
const ASKED = { from: 'USDT', to: 'ETH', amount: '10' };
const clock = { now: () => Date.now() };

await onBothDatabases(async (db) => {
  console.log(`\n${db.kind}`);
  const registry = createRegistry({ db, clock });
  await registry.refresh();
  await db.transaction((tx) => grantPools(tx, { isSandbox: true, at: clock.now() }));
  const grants = Array.from({ length: USERS }, (_, user) => ({
    code: 'FAUCET',
    reference: createId(),
    at: clock.now(),
    postings: [
      { address: 'outside:real:issuance:USDT', amount: -(10n ** 13n) },
      { address: `user:${1 + user}:real:USDT:available`, amount: 10n ** 13n },
    ],
  }));
  await db.transaction((tx) => postJournals(tx, grants), { kind: 'long' });
  const metrics = createMetrics(createLogger('error'));
  const markets = {
    listMarkets: () => [{ market: 'ETH-USDT', base: 'ETH', quote: 'USDT' }],
    getIndex: () => ({ price: '2500', state: 'fresh' as const }),
  };
  const service = createConvertService({ db, clock, metrics }, { markets, readTerms: registry.readConvertTerms });
  let turn = 0;
  const next = () => {
    turn += 1;
    return { userId: String(1 + (turn % USERS)), mode: 'real' as const };
  };
  const quote = (caller = next()) => service.quote(caller, { ...ASKED, requestId: createId() });
  const convert = async () => {
    const caller = next();
    const { id } = await quote(caller);
    await service.convert(caller, { ...ASKED, quoteId: id, requestId: createId() });
  };
  const alone = await runLoad({ clients: 1, seconds: SECONDS, work: () => quote() });
  const p50 = quantile(alone.latencies, 0.5);
  const wanted = `${QUOTE_MS_WANTED} ms`;
  printVerdict({ what: 'a quote, p50', value: `${p50.toFixed(2)} ms`, wanted, isReached: p50 <= QUOTE_MS_WANTED });
  console.log(`a quote, p99: ${quantile(alone.latencies, 0.99).toFixed(2)} ms`);
  const many = await runLoad({ clients: 64, seconds: SECONDS, work: () => convert() });
  printRow({ name: 'quotes with their execution, 64 at once', rates: [many.rate], unit: 'a second' });
  console.log(`quote and execution of one of 64, p50: ${quantile(many.latencies, 0.5).toFixed(1)} ms`);
});
