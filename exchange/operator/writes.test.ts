import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_WRITES } from '../../lib/operator/define';
import { QUEUES } from '../../lib/operator/queues';
import {
  ACTIONS,
  approversOf,
  rateLimitOf,
  type ActionName,
  createOperatorKey,
  findWrites,
  foundOperator,
  needsApproval,
  ROLES,
  tablesWrittenBy,
} from '../modules/operators/operators';
import { CommitOutcomeUnknown, type Database, type Tx } from '../platform/db';
import { createLazySealing } from '../platform/sealing';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { BOOTSTRAP, COMMAND_RIGHTS } from './command-rights';
import { addOperatorRoutes } from './http';
import { SERVED } from './surface';

/** What no operator changes by any endpoint: prices, prints, settlements, positions, orders, and balances but by an action's journals. */
const OUT_OF_REACH =
  /^(price_|option_contracts|option_prints|perpetual_|spot_|ledger_|staking_positions|deposits$|users$|passkeys|second_factors)/;
/** One gives what was only seen on a replaced chain back to nobody; the others freeze an account or keep its withdrawals in, and change nothing else of it. */
const EXCEPTIONS: Readonly<Record<string, string | readonly string[]>> = {
  'acts.networks.follow': 'deposits',
  // Adds one, by two, which the database then never changes; what is there stays.
  'acts.deposits.credit': 'deposits',
  'acts.account.freeze': 'users',
  'acts.account.unfreeze': 'users',
  // By two, where its owner contested it by a mailed link, three days later at the earliest.
  'acts.account.remove-factor': ['users', 'second_factors'],
  'acts.withdrawals.suspend': 'users',
  'acts.withdrawals.resume': 'users',
};

const CONSOLE_KEY = 'console-key-of-the-tests-0123456789abcdef';
let db: Database;
let app: FastifyInstance;
let token: string;
let key: string;
/** Whether the answer of each commit is lost, on a server that can't say how it ended. */
let losesAnswers = false;
const statements: string[] = [];

const watch = (tx: Tx): Tx => ({
  query(text, params) {
    statements.push(text);
    return tx.query(text, params);
  },
});
const writtenTables = () => [...new Set(statements.flatMap(tablesWrittenBy))];

beforeAll(async () => {
  db = await createTestDatabase();
  const made = createOperatorKey();
  const { fingerprint } = made;
  key = made.key;
  await db.transaction((tx) => foundOperator(tx, { name: 'eve', roles: ROLES, fingerprint, at: 0 }));
  const { platform } = createTestPlatform(db, { env: { consoleKey: CONSOLE_KEY, filesKey: 'A'.repeat(43) } });
  const watched: Database = {
    ...db,
    read: watch(db.read),
    long: watch(db.long),
    async transaction(run, options) {
      const done = await db.transaction((tx) => run({ ...watch(tx), script: (text) => tx.script(text) }), options);
      if (losesAnswers) throw new CommitOutcomeUnknown(new Error('the line is cut'));
      return done;
    },
  };
  app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  addOperatorRoutes(app, {
    ...platform,
    db: watched,
    audits: [],
    sealing: createLazySealing(platform.env),
    listMarkets: () => [],
    listWallets: () => Promise.resolve([]),
    prepareSweep: () => Promise.reject(new Error('no chain')),
  });
  token = ((await call('session.key', { key })) as { data: { token: string } }).data.token;
});
afterAll(async () => {
  await app.close();
  await db.close();
});

async function call(name: string, input: unknown): Promise<unknown> {
  const asked = { 'x-operator-session': token ?? '', 'x-console-origin': 'http://localhost:3100' };
  const headers = { 'content-type': 'application/json', 'x-console-key': CONSOLE_KEY, ...asked };
  return (await app.inject({ method: 'POST', url: `/operator/${name}`, headers, payload: JSON.stringify(input) })).json();
}

it('what may have been done is not said to be undone', async () => {
  losesAnswers = true;
  const answer = await call('session.key', { key });
  losesAnswers = false;
  expect(answer).toMatchObject({ error: { code: 'INTERNAL', message: expect.stringContaining('it may have been done') } });
});

it('security: no endpoint may write prices, prints, settlements, positions or balances', () => {
  for (const { endpoint } of SERVED) {
    for (const table of endpoint.writes) {
      if (![EXCEPTIONS[endpoint.name] ?? []].flat().includes(table)) expect(table, endpoint.name).not.toMatch(OUT_OF_REACH);
    }
  }
});

it('every act says what it may write', () => {
  expect((Object.keys(ACTIONS) as ActionName[]).filter((act) => findWrites(act) === null)).toEqual([]);
});

it('security: what posts a journal needs a second operator, but for what only goes back to a pool', () => {
  const alone = (Object.keys(ACTIONS) as ActionName[]).filter((act) => (findWrites(act)?.journals.length ?? 0) > 0 && !needsApproval(act));
  expect(alone).toEqual(['loans.reject']);
});

const looks = SERVED.filter(
  ({ endpoint: { name, access } }) => access === 'session' && !name.startsWith('acts.') && name !== 'session.end',
);
it.each(looks.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
  'security: %s writes what its row says',
  async (name, endpoint) => {
    const reason = 'a look';
    const plain: object[] = [
      {},
      { id: '1' },
      { id: '1', reason },
      { id: 'a'.repeat(32), reason },
      { word: 'nobody', reason },
      { user: '1', reason },
      { kind: 'market', id: 'BTC-USDT' },
      { network: 'BTC', feePerByte: null, reason },
      { user: '1', reason, after: '0' },
      { argv: ['queue'] },
      { entry: 'cost' },
      { filters: {}, after: null },
      { report: 'withdrawals', day: '2026-03-01', reason },
      { report: 'ledger', day: '2026-03-01', reason },
      { report: 'custody', day: '2026-03-01', reason },
      { list: 'withdrawals', name: 'mine', query: 'filter=open' },
      { list: 'withdrawals', name: 'mine' },
      { password: 'a password', name: 'phone', response: '{}' },
      { password: 'a password', id: null },
      { password: 'a password', code: '000000', response: null },
    ];
    const examples = [...plain, ...QUEUES.flatMap((queue) => plain.map((one) => ({ ...one, queue })))];
    const inputs = examples.filter((one) => endpoint.input.safeParse(one).success);
    expect(inputs.length, `an example for ${name}`).toBeGreaterThan(0);
    statements.length = 0;
    for (const input of inputs) await call(name, input);
    expect(statements.length).toBeGreaterThan(0);
    for (const table of writtenTables()) expect([...endpoint.writes, ...SESSION_WRITES], name).toContain(table);
  },
);

it('every endpoint and every command stands in the documents with its permission, who has it, who approves, and what it may write', async () => {
  const cell = (items: readonly string[]) => items.join(', ') || '-';
  const secondOf = (act: ActionName) => {
    const pace = rateLimitOf(act);
    if (pace?.beyond !== 'second') return cell(approversOf(act));
    return `beyond ${pace.most} in ${pace.withinMs / 3_600_000} h: ${cell(approversOf(act))}`;
  };
  const paced = (Object.keys(ACTIONS) as ActionName[]).flatMap((act) => {
    const pace = rateLimitOf(act);
    return pace === null
      ? []
      : [
          `| \`${act}\` | ${pace.most} in ${pace.withinMs / 3_600_000} h | ${pace.beyond === 'second' ? 'somebody else agrees' : pace.bound === undefined ? 'goes on' : `goes on to ${pace.bound}, then refused`} |`,
        ];
  });
  const rows = SERVED.map(({ endpoint: { name, access, permission, writes } }) => {
    const row = permission === null ? null : ACTIONS[permission as ActionName];
    const who = row === null ? (access === 'session' ? 'any' : 'before the sign-in') : cell(row.roles);
    const approvers = permission === null || !name.startsWith('acts.') ? '-' : secondOf(permission as ActionName);
    return `| \`${name}\` | ${who} | ${approvers} | ${cell(writes)} |`;
  });
  const text = [
    "# The operators' endpoints",
    '',
    "What each endpoint of the operators' surface lets whom do, who approves it, and what it may write. Made by `exchange/operator/writes.test.ts`",
    '(`npx vitest run exchange/operator/writes.test.ts -u`). When a session was used last is written by every request.',
    '',
    '| endpoint | roles | second operator | writes |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## The command line',
    '',
    'What each command of `npm run operator` asks for, before it says or does anything, and the row of the log that it leaves where it is done. Who may approve or refuse a',
    "request is what the request's act says.",
    '',
    '| command | roles | second operator | row of the log |',
    '|---|---|---|---|',
    ...COMMAND_RIGHTS.map(({ words, may, log, isBare }) => {
      const approvers = log === may ? secondOf(may) : '-';
      return `| \`${words}${isBare === true ? '' : ' ...'}\` | ${cell(ACTIONS[may].roles)} | ${approvers} | ${log ?? '-'} |`;
    }),
    `| \`${BOOTSTRAP.key}\` | nobody needed | - | - |`,
    `| \`${BOOTSTRAP.add} ...\`, for the first two | nobody needed | - | operators.add, by the machine |`,
    '',
    '## What one operator does alone',
    '',
    'How often one operator does an act, or looks, before it is an alarm (`operator_hurried`), and what becomes of the next ones.',
    '',
    '| act | alone | beyond that |',
    '|---|---|---|',
    ...paced,
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/operator-endpoints.md');
});
