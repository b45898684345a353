import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { monotonicNow } from '../../platform/clock';
import { CommitOutcomeUnknown, type Database, DeadlineExceeded, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { createTestDatabase } from '../../platform/test-database';
import { auditLedger, createTransferQueue, getBalances, listEntries, postJournals, type Transfer, type TransferQueue } from './ledger';
import { auditHolds } from './ledger.holds-audit';

let db: Database;
let queue: TransferQueue;
let transactions = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  expect((await auditLedger(db)).isClean).toBe(true);
  await db.close();
});
beforeEach(() => {
  transactions = 0;
  queue = createTransferQueue({
    ...db,
    transaction: (run, options) => {
      transactions += 1;
      return db.transaction(run, options);
    },
  });
});

const own = (user: number) => `user:${user}:real:USDT:available`;
const balanceOf = async (user: number) => (await getBalances(db.read, { userId: String(user), mode: 'real' }))[0]?.available;
const codeOf = (work: Promise<unknown>) => work.catch((error: { code?: string }) => error.code ?? String(error));

function pay(from: number, to: number, amount: bigint, requestId: string): Transfer<string> {
  return {
    request: { userId: String(from), mode: 'real', call: 'test.pay', requestId, input: { to, amount } },
    addresses: [own(from), own(to)],
    plan: async ({ balanceOf: held }) => ({
      journals: [
        {
          code: 'SPOT_RELEASE',
          reference: `${from}.${requestId}`,
          at: 0,
          postings: [
            { address: own(from), amount: -amount },
            { address: own(to), amount },
          ],
        },
      ],
      answer: `paid ${amount} of ${held(own(from))}`,
    }),
  };
}

async function fund(user: number, amount: bigint): Promise<void> {
  const postings = [
    { address: 'outside:real:issuance:USDT', amount: -amount },
    { address: own(user), amount },
  ];
  await db.transaction((tx) => postJournals(tx, [{ code: 'FAUCET', reference: `fund:${user}`, at: 0, postings }]));
}

it('commits the transfers of many callers together', async () => {
  for (let user = 1; user <= 20; user += 1) await fund(user, 10n);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => queue.submit(pay(index + 1, 100, 3n, 'r'))));
  expect(new Set(answers)).toEqual(new Set(['paid 3 of 10']));
  expect(await balanceOf(100)).toBe(60n);
  expect(transactions).toBeLessThan(5);
});

it('refuses one alone: the others of its group go through, also one that spends what another has just paid', async () => {
  await fund(200, 10n);
  const outcomes = await Promise.all([
    codeOf(queue.submit(pay(200, 201, 10n, 'a'))),
    codeOf(queue.submit(pay(202, 200, 1n, 'b'))),
    codeOf(queue.submit(pay(201, 203, 4n, 'c'))),
    codeOf(queue.submit({ ...pay(204, 200, 1n, 'd'), plan: () => Promise.reject(new DomainError('FAUCET_LIMIT')) })),
  ]);
  expect(outcomes).toEqual(['paid 10 of 10', 'INSUFFICIENT_BALANCE', 'paid 4 of 10', 'FAUCET_LIMIT']);
  expect(await Promise.all([200, 201, 202, 203].map(balanceOf))).toEqual([0n, 6n, 0n, 4n]);
});

it('has one effect and one answer for a request that comes 50 times at once, and refuses it with other input', async () => {
  await fund(300, 100n);
  const answers = await Promise.all(Array.from({ length: 50 }, () => queue.submit(pay(300, 301, 7n, 'same'))));
  expect(new Set(answers)).toEqual(new Set(['paid 7 of 100']));
  expect(await codeOf(queue.submit(pay(300, 301, 8n, 'same')))).toBe('DUPLICATE_REQUEST');
  expect(await balanceOf(301)).toBe(7n);
});

it('pays the last cent once when two ask for it together', async () => {
  await fund(400, 1n);
  const outcomes = await Promise.all([codeOf(queue.submit(pay(400, 401, 1n, 'x'))), codeOf(queue.submit(pay(400, 402, 1n, 'y')))]);
  expect(outcomes).toEqual(['paid 1 of 1', 'INSUFFICIENT_BALANCE']);
});

it('shows a plan all that the same user did before', async () => {
  await fund(500, 10n);
  const count = (requestId: string): Transfer<string> => ({
    ...pay(500, 501, 1n, requestId),
    plan: async (view) => {
      const before = await listEntries(view.tx, { userId: '500', mode: 'real', codes: ['SPOT_RELEASE'], limit: 10 });
      return { ...(await pay(500, 501, 1n, requestId).plan(view)), answer: String(before.length) };
    },
  });
  expect(await Promise.all(['a', 'b', 'c'].map((id) => queue.submit(count(id))))).toEqual(['0', '1', '2']);
});

it('does not let a faulty one take the others along', async () => {
  await fund(600, 10n);
  await fund(601, 10n);
  const [good, faulty, other] = await Promise.allSettled([
    queue.submit(pay(600, 602, 1n, 'good')),
    queue.submit({ ...pay(603, 602, 1n, 'faulty'), plan: () => Promise.reject(new Error('a fault')) }),
    queue.submit(pay(601, 602, 2n, 'other')),
  ]);
  expect([good?.status, faulty?.status, other?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await balanceOf(602)).toBe(3n);
});

describe('holds', () => {
  const AT = 1_000;
  const reserve = (user: number, amount: bigint, requestId: string, write?: string): Transfer<string> => ({
    request: { userId: String(user), mode: 'real', call: 'test.reserve', requestId, input: { amount } },
    addresses: [own(user), `user:${user}:real:USDT:hold`],
    plan: async () => ({
      journals: [],
      holds: [
        {
          purpose: 'test',
          reference: `${user}.${requestId}`,
          userId: String(user),
          mode: 'real',
          asset: 'USDT',
          amount,
          ender: { kind: 'job', id: 'test' },
          until: AT + 1,
          at: AT,
        },
      ],
      write: writeNote(write ?? `${user}.${requestId}`),
      answer: requestId,
    }),
  });
  const writeNote = (reference: string) => async (tx: Tx) => {
    const { rows } = await tx.query('SELECT 1 FROM holds WHERE reference = $1', [reference]);
    if (rows.length !== 1) throw new Error('the hold is not there beside its own rows');
  };

  it('are placed with the transfer, once for each request, and count for the next one of the group', async () => {
    await fund(620, 10n);
    const outcomes = await Promise.all([
      codeOf(queue.submit(reserve(620, 7n, 'a'))),
      codeOf(queue.submit(reserve(620, 7n, 'a'))),
      codeOf(queue.submit(reserve(620, 4n, 'b'))),
      codeOf(queue.submit(reserve(621, 1n, 'c'))),
    ]);
    expect(outcomes).toEqual(['a', 'a', 'INSUFFICIENT_BALANCE', 'INSUFFICIENT_BALANCE']);
    expect((await getBalances(db.read, { userId: '620', mode: 'real' }))[0]).toMatchObject({ available: 3n, locked: 7n });
    expect((await auditHolds(db, 0)).differences).toEqual([]);
  });

  it('leave nothing behind when the rows beside them cannot be written', async () => {
    await fund(630, 10n);
    expect(await codeOf(queue.submit(reserve(630, 7n, 'a', 'another')))).toMatch('the hold is not there');
    expect((await getBalances(db.read, { userId: '630', mode: 'real' }))[0]).toMatchObject({ available: 10n, locked: 0n });
    expect(await codeOf(queue.submit(reserve(630, 7n, 'a')))).toBe('a');
  });
});

describe('a database that does not answer', () => {
  /** Fails as the real one in an outage: at the deadline that it was given. */
  const createStuck = () => {
    const line = { isDown: true, transactions: 0 };
    const stuck = createTransferQueue({
      ...db,
      patienceMs: 0,
      transaction: async (run, options) => {
        line.transactions += 1;
        if (!line.isDown) return db.transaction(run, options);
        await new Promise((resolve) => setTimeout(resolve, (options?.deadline ?? 0) - monotonicNow()));
        throw new DeadlineExceeded('outage');
      },
    });
    return { line, stuck };
  };

  it('is waited for by all together: 50 transfers are not done at their deadline, after as many transactions as there are lanes', async () => {
    const { line, stuck } = createStuck();
    const deadline = monotonicNow() + 200;
    const works = Array.from({ length: 50 }, (_, index) => codeOf(stuck.submit(pay(700 + index, 800, 1n, 'late'), deadline)));
    expect(new Set(await Promise.all(works))).toEqual(new Set(['NOT_DONE_IN_TIME']));
    expect(line.transactions).toBeLessThanOrEqual(2);
  });

  it('that comes back in time does what waited, once', async () => {
    await fund(900, 10n);
    const { line, stuck } = createStuck();
    const short = codeOf(stuck.submit(pay(901, 902, 1n, 'short'), monotonicNow() + 100));
    const work = stuck.submit(pay(900, 902, 4n, 'long'), monotonicNow() + 60_000);
    expect(await short).toBe('NOT_DONE_IN_TIME');
    line.isDown = false;
    expect(await work).toBe('paid 4 of 10');
    expect(await balanceOf(902)).toBe(4n);
  });
});

it('shows in the metrics what waits, what was committed together, and what was not done', async () => {
  const metrics = createMetrics(createLogger('silent'));
  const watched = createTransferQueue({ ...db, patienceMs: 0 }, metrics);
  await fund(910, 10n);
  const works = ['x', 'y'].map((id) => watched.submit(pay(910, 911, 1n, id)));
  const late = codeOf(watched.submit(pay(912, 911, 1n, 'late'), monotonicNow() - 1));
  expect((await metrics.render()).body).toMatch(/^exchange_transfers_waiting 3$/m);
  await Promise.all(works);
  expect(await late).toBe('NOT_DONE_IN_TIME');
  const { body } = await metrics.render();
  expect(body).toMatch(/^exchange_transfers_waiting 0$/m);
  expect(body).toMatch(/^exchange_transfer_refusals_total\{reason="late"\} 1$/m);
  expect(body).toMatch(/^exchange_transfer_group_size_sum 2$/m);
});

it('shows in the metrics what waits in all queues of a process together', async () => {
  const metrics = createMetrics(createLogger('silent'));
  const [first, second] = [createTransferQueue(db, metrics), createTransferQueue(db, metrics)];
  await fund(920, 10n);
  const works = [first.submit(pay(920, 921, 1n, 'first')), second.submit(pay(920, 921, 1n, 'second'))];
  expect((await metrics.render()).body).toMatch(/^exchange_transfers_waiting 2$/m);
  await Promise.all(works);
});

it('does not try again at once what took too long alone, and takes others of the user', async () => {
  await fund(930, 10n);
  const slow = createTransferQueue({
    ...db,
    transaction: (run, options) => {
      transactions += 1;
      return transactions === 1 ? Promise.reject(new DeadlineExceeded('slow')) : db.transaction(run, options);
    },
  });
  expect(await codeOf(slow.submit(pay(930, 931, 1n, 'slow')))).toBe('NOT_DONE_IN_TIME');
  expect(await codeOf(slow.submit(pay(930, 931, 1n, 'slow')))).toBe('RATE_LIMITED');
  const other = pay(930, 931, 1n, 'other');
  expect(await slow.submit({ ...other, request: { ...other.request, call: 'test.other' } })).toBe('paid 1 of 10');
});

it('gives what was too slow with others as long alone as any group: the slow minute may be over', async () => {
  await fund(940, 10n);
  await fund(941, 10n);
  const given: number[] = [];
  const slow = createTransferQueue({
    ...db,
    transaction: (run, options) => {
      given.push((options?.deadline ?? 0) - monotonicNow());
      return given.length === 1 ? Promise.reject(new DeadlineExceeded('slow')) : db.transaction(run, options);
    },
  });
  const answers = await Promise.all([slow.submit(pay(940, 942, 1n, 'a')), slow.submit(pay(941, 942, 1n, 'b'))]);
  expect(answers).toEqual(['paid 1 of 10', 'paid 1 of 10']);
  expect(given.length).toBe(3);
  expect(Math.min(...given)).toBeGreaterThan(2_000);
});

it('tells nobody that a transfer was not done when its end is unknown', async () => {
  const unknown = createTransferQueue({ ...db, transaction: () => Promise.reject(new CommitOutcomeUnknown(new Error('cut'))) });
  expect(await codeOf(unknown.submit(pay(1, 2, 1n, 'unknown')))).toBe('REQUEST_PENDING');
});
