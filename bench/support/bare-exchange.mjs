// The least that could be called an exchange: plain node:http, and what has come is written together, one array statement each for orders, journals, postings,
// balances and answers. No matching, no session, no checks, no events. `node bare-exchange.mjs <database>`; prints its port.
import http from 'node:http';
import pg from 'pg';

const BATCH_MAX = 256;
const client = new pg.Client({ connectionString: process.argv[2], pipeline: true });
await client.connect();
await client.query(`
  CREATE TABLE accounts (id int8 PRIMARY KEY, balance numeric NOT NULL) WITH (fillfactor = 70);
  INSERT INTO accounts SELECT id, 0 FROM generate_series(0, 1000) AS id;
  CREATE TABLE orders (id int8 PRIMARY KEY, user_id int8, side text, price numeric, quantity numeric, status text);
  CREATE INDEX ON orders (user_id, id);
  CREATE TABLE journals (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, reference text UNIQUE, at timestamptz DEFAULT now());
  CREATE TABLE postings (reference text, line int4, account_id int8, amount numeric, PRIMARY KEY (reference, line));
  CREATE INDEX ON postings (account_id);
  CREATE TABLE answers (request_id text PRIMARY KEY, answer text)`);
// Plans are made while the tables are empty.
for (const plan of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`SET enable_${plan} = off`);

const waiting = [];
let isWriting = false;
let lastId = 0;

const list = (items) => `{${items.join(',')}}`;
/** Statements that are asked together are one write to the server. */
function ask(...statements) {
  client.connection.stream.cork();
  process.nextTick(() => client.connection.stream.uncork());
  return Promise.all(statements.map(([text, ...arrays]) => client.query({ name: text.slice(0, 60), text, values: arrays.map(list) })));
}

async function commit(batch) {
  for (const one of batch) one.id = one.cancels ?? ++lastId;
  const placed = batch.filter(({ cancels }) => cancels === undefined);
  const cancelled = batch.filter(({ cancels }) => cancels !== undefined);
  const accounts = [...new Set(batch.flatMap(({ user }) => [2 * user, 2 * user + 1]))].sort((a, b) => a - b);
  const requests = batch.map(({ request }) => request);
  const of = (name) => placed.map((one) => one[name]);
  await ask(
    ['BEGIN'],
    ['SELECT id, balance FROM accounts WHERE id = ANY($1::int8[]) ORDER BY id FOR UPDATE', accounts],
    ['SELECT answer FROM answers WHERE request_id = ANY($1::text[])', requests],
  );
  await ask(
    [
      `INSERT INTO orders SELECT *, 'open' FROM unnest($1::int8[], $2::int8[], $3::text[], $4::numeric[], $5::numeric[])`,
      ...[of('id'), of('user'), of('side'), of('price'), of('quantity')],
    ],
    [`UPDATE orders o SET status = 'cancelled' FROM unnest($1::int8[]) AS c(id) WHERE o.id = c.id`, cancelled.map(({ id }) => id)],
    ['INSERT INTO journals (reference) SELECT * FROM unnest($1::text[])', requests],
    [
      'INSERT INTO postings SELECT * FROM unnest($1::text[], $2::int4[], $3::int8[], $4::numeric[])',
      requests.flatMap((request) => [request, request]),
      requests.flatMap(() => [1, 2]),
      batch.flatMap(({ user }) => [2 * user, 2 * user + 1]),
      requests.flatMap(() => [-1, 1]),
    ],
    [
      'UPDATE accounts a SET balance = a.balance + c.amount FROM unnest($1::int8[], $2::numeric[]) AS c(id, amount) WHERE a.id = c.id',
      accounts,
      accounts.map((id) => (id % 2 === 0 ? -1 : 1)),
    ],
    ['INSERT INTO answers SELECT r, r FROM unnest($1::text[]) AS r', requests],
    ['COMMIT'],
  );
  for (const { reply, id } of batch) reply.end(JSON.stringify({ id: String(id) }));
}

async function writeAll() {
  while (waiting.length > 0) await commit(waiting.splice(0, BATCH_MAX));
  isWriting = false;
}

const server = http.createServer((request, reply) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const form = new URLSearchParams(text);
    const [user, cancels] = [Number(request.headers.cookie), form.get('id')];
    const order = { side: form.get('type'), price: form.get('price'), quantity: form.get('num') };
    waiting.push({ reply, user, request: form.get('request_id'), ...order, ...(cancels !== null && { cancels: Number(cancels) }) });
    if (isWriting) return;
    isWriting = true;
    setImmediate(writeAll);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
