import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { actList, recordList } from '../../../lib/protocol/balances';
import type { CallContext } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { HOLD_CODES, type Journal, postJournals } from '../ledger/ledger';
import { createActivityListCall, createRecordListCall, type KnownJournals } from './accounts.records.handlers';

const NOON = Date.UTC(2026, 2, 1, 12);
const KNOWN: KnownJournals = {
  journalCodes: {
    ...HOLD_CODES,
    DEMO_GRANT: { record: 'other', isExternal: true },
    WITHDRAWAL: { record: 'withdrawal', isExternal: true },
  },
  marketJournals: [],
  journalActivity: [],
  holdRecords: { withdrawal: 'withdrawal' },
};
const own = (part: string) => `user:1:real:USDT:${part}`;

let db: Database;
/** A withdrawal that was paid, one that waits, and a hold for something else. */
beforeAll(async () => {
  db = await createTestDatabase();
  const move = (code: string, reference: string, from: string, to: string): Journal =>
    ({
      code,
      reference,
      at: NOON,
      postings: [
        { address: from, amount: -100n },
        { address: to, amount: 100n },
      ],
    }) as Journal;
  const outside = 'outside:real:issuance:USDT';
  const journals = [
    ...[1, 2, 3].map((number) => move('DEMO_GRANT', `user:${number}`, outside, own('available'))),
    move('HOLD_PLACE', 'withdrawal:1', own('available'), own('hold')),
    move('WITHDRAWAL', 'withdrawal:1', own('hold'), outside),
    move('HOLD_PLACE', 'withdrawal:2', own('available'), own('hold')),
    move('HOLD_PLACE', 'purchase:1', own('available'), own('hold')),
  ];
  for (const journal of journals) await db.transaction((tx) => postJournals(tx, [journal]));
});
afterAll(() => db.close());

const session = { userId: '1', username: 'one', mode: 'real' as const, sessionId: '1' };
const context = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined } as CallContext;

async function list(type?: string): Promise<string[]> {
  const { rows } = (await createActivityListCall(db, () => KNOWN).run({ type }, context)) as AnswerOf<typeof actList>;
  return rows.map(({ act }) => act);
}

it('a withdrawal that waits is among the withdrawals, not under what is held for anything', async () => {
  expect(await list('withdrawal')).toEqual(['withdrawal:2', 'withdrawal:1']);
  expect(await list('other')).toEqual(['purchase:1', 'user:3', 'user:2', 'user:1']);
  expect(await list()).toHaveLength(6);
});

it('the file of a kind has every journal of what the list of that kind shows, and no other', async () => {
  const read = async (type?: string) => {
    const { rows } = (await createRecordListCall(db, () => KNOWN).run({ type }, context)) as AnswerOf<typeof recordList>;
    return rows.map(({ type: code, ref }) => `${code} ${ref}`);
  };
  expect(await read('withdrawal')).toEqual(['HOLD_PLACE withdrawal:2', 'WITHDRAWAL withdrawal:1', 'HOLD_PLACE withdrawal:1']);
  expect(await read('other')).toEqual(['HOLD_PLACE purchase:1', 'DEMO_GRANT user:3', 'DEMO_GRANT user:2', 'DEMO_GRANT user:1']);
  expect(await read()).toHaveLength(7);
});
