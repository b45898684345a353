// Spot orders over HTTP with session, hold, match and entries, acknowledged after COMMIT: PostgreSQL beside pgbench's TPC-B, and embedded.
import { startExchange } from '../../tests/helpers/exchange-process';
import { runLoad } from '../support/load';
import { createReference, startServer } from '../support/postgres';
import { median, printRow } from '../support/print';
import { getMiddle, openClients, takeTurn } from '../support/spot-clients';

const REFERENCE_CLIENTS = 16;
const CLIENTS = [16, 64];
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const ORDERS_EMBEDDED_MIN = 400;

type Measured = { name: string; rates: number[]; cancels: number; refused: number; latencies: number[] };

/** Runs rounds against one exchange; `between` runs before each. */
async function measure(name: string, env: Record<string, string>, between: () => Promise<void>): Promise<Measured[]> {
  const exchange = await startExchange(env);
  const { clients, close } = await openClients(exchange.base, Math.max(...CLIENTS));
  const results = CLIENTS.map(
    (count): Measured => ({ name: `${name}, ${count} clients`, rates: [], cancels: 0, refused: 0, latencies: [] }),
  );
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await between();
      for (const [index, count] of CLIENTS.entries()) {
        const result = results[index] as Measured;
        const middle = await getMiddle(exchange.base);
        let orders = 0;
        const startedAt = performance.now();
        const load = await runLoad({
          clients: count,
          seconds: SECONDS,
          work: async (number, turn) => {
            const done = await takeTurn(clients[number] as (typeof clients)[number], number + turn, middle);
            orders += done.orders;
            result.cancels += done.cancels;
            result.refused += done.refused;
          },
        });
        result.rates.push(orders / ((performance.now() - startedAt) / 1000));
        result.latencies = load.latencies;
      }
    }
    return results;
  } finally {
    await close();
    await exchange.kill();
    const audit = await exchange.operate('audit', '--as', 'ada');
    console.log(`${name}: audit ${audit.code === 0 ? 'clean' : `NOT CLEAN\n${audit.output}`}`);
    await exchange.remove();
  }
}

function print({ name, rates, cancels, refused, latencies }: Measured): void {
  printRow({ name, rates, unit: 'orders/s' });
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  console.log(
    `  and ${Math.round(cancels / (ROUNDS * SECONDS))} cancels/s; a turn p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ${refused} orders refused`,
  );
}

const server = await startServer();
try {
  const reference = await createReference(await server.createDatabase('reference'), REFERENCE_CLIENTS);
  const references: number[] = [];
  const results = await measure('PostgreSQL', { DATABASE_URL: await server.createDatabase('ours') }, async () => {
    references.push(await reference.measure({ clients: REFERENCE_CLIENTS, seconds: SECONDS }));
  });
  printRow({ name: `pgbench TPC-B, ${REFERENCE_CLIENTS} clients`, rates: references, unit: 'transactions/s' });
  for (const result of results) {
    print(result);
    console.log(`  ${(median(result.rates) / median(references)).toFixed(2)} x the reference (wanted: at least 0.4)`);
  }
} finally {
  await server.stop();
}
for (const result of await measure('embedded database', {}, async () => undefined)) {
  print(result);
  console.log(`  wanted: at least ${ORDERS_EMBEDDED_MIN} orders/s`);
}
