// How fast the least that could be called an exchange is in Node, beside pgbench's TPC-B: what `spot` could come to if everything else cost nothing.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';
import { Pool } from 'undici';
import { runLoad } from '../support/load';
import { createReference, startServer } from '../support/postgres';
import { median, printRow } from '../support/print';

const REFERENCE_CLIENTS = 16;
const CLIENTS = [16, 64];
const SECONDS = Number(process.env.SECONDS ?? 5);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const ORDER = { market: 'ETH-USDT', kind: 'limit', price: '2000.12', num: '0.01' };

const server = await startServer();
const url = await server.createDatabase('floor');
const child = spawn(process.execPath, ['bench/support/bare-exchange.mjs', url], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const pool = new Pool(`http://127.0.0.1:${Number(port)}`, { connections: Math.max(...CLIENTS), pipelining: 1 });
  const ask = async (user: number, fields: Record<string, string>) => {
    const headers = { cookie: String(user), 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ ...fields, request_id: randomUUID() }).toString();
    const reply = await pool.request({ method: 'POST', path: '/', headers, body });
    return (await reply.body.json()) as { id: string };
  };
  const reference = await createReference(await server.createDatabase('reference'), REFERENCE_CLIENTS);
  const references: number[] = [];
  const rates = CLIENTS.map((): number[] => []);
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    references.push(await reference.measure({ clients: REFERENCE_CLIENTS, seconds: SECONDS }));
    for (const [index, clients] of CLIENTS.entries()) {
      let orders = 0;
      const startedAt = performance.now();
      // As in `spot`: every other order is cancelled at once.
      const work = async (number: number, turn: number) => {
        const { id } = await ask(number, { ...ORDER, type: turn % 2 === 0 ? 'buy' : 'sell' });
        orders += 1;
        if ((number + turn) % 4 >= 2) await ask(number, { id });
      };
      await runLoad({ clients, seconds: SECONDS, work });
      acknowledged += orders;
      rates[index]?.push(orders / ((performance.now() - startedAt) / 1000));
    }
  }
  await pool.close();
  const database = new Client({ connectionString: url });
  await database.connect();
  const { rows } = await database.query<{ n: number }>('SELECT count(*)::int4 AS n FROM orders');
  await database.end();
  if (rows[0]?.n !== acknowledged) throw new Error(`${acknowledged} orders were acknowledged, ${rows[0]?.n} written`);
  printRow({ name: `pgbench TPC-B, ${REFERENCE_CLIENTS} clients`, rates: references, unit: 'transactions/s' });
  for (const [index, clients] of CLIENTS.entries()) {
    const own = rates[index] ?? [];
    printRow({ name: `bare exchange, ${clients} clients`, rates: own, unit: 'orders/s' });
    console.log(`  ${(median(own) / median(references)).toFixed(2)} x the reference`);
  }
} finally {
  child.kill();
  await server.stop();
}
