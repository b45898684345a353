import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePicture } from '../../../tests/helpers/pictures';
import type { CallContext } from '../../http/register-call';
import type { OperatorActor } from '../../platform/actor';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { createFilesService } from '../files/files.service';
import { createActions, createOperatorKey, foundOperator, identifyOperator } from '../operators/operators';
import { answerProofAction, describeProofs } from './proofs';
import { createProofsModule } from './proofs.module';

const DAY_MS = 86_400_000;
const OPTIONS = [
  { id: '1', title: 'USDT_ERC20', network: 'ERC20', coin: 'USDT' },
  { id: '2', title: 'BTC_BTC', network: 'BTC', coin: 'BTC' },
];
const acts = createActions([answerProofAction]);
let db: Database;
let of: ReturnType<typeof createTestPlatform>;
let files: ReturnType<typeof createFilesService>;
let calls: NonNullable<ReturnType<typeof createProofsModule>['calls']>;
let consumer: NonNullable<ReturnType<typeof createProofsModule>['consumers']>[number] | undefined;
let users = 0;
let userId = '';
let requests = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  of = createTestPlatform(db, { env: { sandbox: false, filesKey: 'A'.repeat(43) } });
  files = createFilesService(of.platform);
  const module = createProofsModule(of.platform, {
    networks: { listOptions: () => OPTIONS },
    files,
    wires: { prove: () => Promise.reject(new Error('no wire')) },
  });
  calls = module.calls ?? [];
  consumer = module.consumers?.[0];
});
afterAll(() => db.close());
beforeEach(async () => {
  users += 1;
  userId = String(7_000 + users);
  await addUser(userId);
});

const addUser = (id: string) =>
  db.read.query(
    'INSERT INTO users (id, username, username_key, password_hash, referral_code) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $2, $3, $4)',
    [id, `proof${id}`, 'x', `PR${id}`.padStart(8, 'A')],
  );
function call(id: string, input: Record<string, unknown> = {}, mode: 'real' | 'demo' = 'real') {
  const context = { session: { userId, username: 'x', mode, sessionId: 's' } } as CallContext;
  return calls.find((one) => one.call.id === id)?.run(input, context) as Promise<never>;
}
function give(fields: Record<string, unknown>, mode: 'real' | 'demo' = 'real') {
  requests += 1;
  return call('deposits.submit', { id: '1', num: '500', request_id: `request-${requests}`.padEnd(20, '-'), ...fields }, mode);
}
type Row = {
  state: string;
  deposit: string | null;
  deposit_time?: number | null;
  answer: string | null;
  num: string;
  hash: string | null;
  picture: boolean;
};
const list = () => call('x.depositProofs') as Promise<Row[]>;
/** What arrived, seen at `at` (ms); `credited` in base units, null while it is only seen. */
const addDeposit = async (hashEnd: string, credited: bigint | null, { at = of.time.now, amount = credited ?? 5n } = {}) => {
  const state = credited === null ? 'seen' : 'credited';
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, block, block_hash, credited, seen_at, credited_at)
     VALUES ('ERC20', $1, $7, $2, 'USDT', $3, $8, $4, 1, 'h', $5, $6, $9) RETURNING id`,
    [
      `0x${'a'.repeat(58)}${hashEnd}`,
      userId,
      `0x${'b'.repeat(40)}`,
      state,
      credited,
      at,
      users,
      amount * 10n ** 10n,
      credited === null ? null : at + 1,
    ],
  );
  return rows[0]?.id ?? '';
};
const confirm = async (id: string, credited: bigint) => {
  await db.read.query("UPDATE deposits SET state = 'credited', credited = $2, credited_at = seen_at + 1 WHERE id = $1", [id, credited]);
  await handle(id);
};
const handle = (deposit: string) =>
  db.transaction(async (tx) => {
    await consumer?.handle(tx, [{ id: '1', kind: 'deposit.credited', userId, mode: 'real', at: of.time.now, payload: { deposit } }]);
  });
const sumLedger = async () => (await db.read.query('SELECT count(*) AS n FROM ledger_journals')).rows[0];

describe('a proof', () => {
  it('is matched with what the chain shows by the end of the hash, whatever case, and says its state', async () => {
    await addDeposit('0a1b2c', null);
    await give({ hash: '0A1B2C' });
    expect(await list()).toMatchObject([{ state: 'found', deposit: 'seen', num: '500', hash: '0a1b2c', picture: false }]);
  });

  it('by a picture alone is matched by its amount, seen or credited, and says when that was', async () => {
    const img = await files.add({ userId, bytes: await makePicture() });
    await give({ img, num: '12.5' });
    expect(await list()).toMatchObject([{ state: 'review', deposit: null, deposit_time: null, picture: true }]);
    const id = await addDeposit('ffffff', null, { amount: 1_250_000_000n });
    expect(await list()).toMatchObject([{ state: 'found', deposit: 'seen', deposit_time: of.time.now }]);
    await confirm(id, 1_250_000_000n);
    // Two people look all the same: whether it is this one, the amount doesn't prove.
    expect(await list()).toMatchObject([{ state: 'found', deposit: 'credited', deposit_time: of.time.now + 1, answer: null }]);
  });

  it.each([
    ['a week before it and more', -7 * DAY_MS - 1],
    ['a day after it and more', DAY_MS + 1],
  ])('by a picture alone is not matched with a deposit of %s', async (_name, after) => {
    const img = await files.add({ userId, bytes: await makePicture() });
    await addDeposit('eeeeee', 50_000_000_000n, { at: of.time.now + after });
    await give({ img });
    expect(await list()).toMatchObject([{ state: 'review', deposit: null }]);
  });

  it('by a picture alone is not matched with what an earlier proof fits, by its hash or its picture', async () => {
    await addDeposit('dddddd', null, { amount: 50_000_000_000n });
    await give({ hash: 'dddddd' });
    for (let n = 0; n < 2; n += 1) await give({ img: await files.add({ userId, bytes: await makePicture() }) });
    expect((await list()).map(({ deposit }) => deposit)).toEqual([null, null, 'seen']);
  });

  it.each(['before', 'after'])('by its hash is answered by the exchange, where its deposit is credited %s it is given', async (when) => {
    const id = await addDeposit('cccccc', when === 'before' ? 5n : null);
    await give({ hash: 'CCCCCC', num: '7' });
    if (when === 'after') {
      expect(await list()).toMatchObject([{ state: 'found', deposit: 'seen' }]);
      await confirm(id, 5n);
    }
    expect(await list()).toMatchObject([{ state: 'answered', deposit: 'credited', answer: 'credited' }]);
    const { rows } = await db.read.query('SELECT answered_by FROM deposit_proofs WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ answered_by: 'exchange' }]);
    await give({ hash: 'cccccc', num: '8' });
    expect(await list()).toHaveLength(1);
    // It waits for nobody: it is none of the ten.
    for (let n = 0; n < 10; n += 1) await give({ hash: `00000${n}` });
  });

  it('is answered once, also when what was credited is read again, and what people answered stays', async () => {
    const id = await addDeposit('bbbbbb', 5n);
    await give({ hash: 'bbbbbb' });
    await give({ hash: 'aaaaaa' });
    await db.read.query(
      "UPDATE deposit_proofs SET answer = 'other-coin', answered_by = 'operator fay' WHERE hash_end = 'bbbbbb' AND user_id = $1",
      [userId],
    );
    await handle(id);
    await handle(id);
    expect(await list()).toMatchObject([{ state: 'review' }, { state: 'answered', answer: 'other-coin' }]);
  });

  it('moves no money, whatever it says, also when it is answered', async () => {
    const before = await sumLedger();
    await addDeposit('123456', null);
    await give({ hash: '123456', num: '999999999' });
    expect(await sumLedger()).toEqual(before);
  });

  it('counts once for each request', async () => {
    const same = { request_id: 'the-same-request-000', hash: 'abcdef' };
    await Promise.all(Array.from({ length: 8 }, () => give(same)));
    expect(await list()).toHaveLength(1);
    await expect(give({ ...same, hash: 'abcde0' })).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
  });

  it.each([
    ['PROOF_EMPTY', {}],
    ['AMOUNT_INVALID', { hash: 'abcdef', num: '0' }],
    ['AMOUNT_PRECISION', { hash: 'abcdef', num: '0.000000001' }],
    ['ASSET_UNKNOWN', { hash: 'abcdef', id: '77' }],
    ['PICTURE_UNKNOWN', { img: 'f'.repeat(32) }],
  ])('error: %s for %j, and nothing is kept', async (code, fields) => {
    await expect(give(fields)).rejects.toMatchObject({ code });
    expect(await list()).toEqual([]);
  });

  it('security: somebody else’s picture, and the demo account, are refused', async () => {
    await addUser(`${userId}99`);
    const img = await files.add({ userId: `${userId}99`, bytes: await makePicture() });
    await expect(give({ img })).rejects.toMatchObject({ code: 'PICTURE_UNKNOWN' });
    await expect(give({ hash: 'abcdef' }, 'demo')).rejects.toMatchObject({ code: 'REAL_ACCOUNT_ONLY' });
  });

  it('is one of ten that wait at most', async () => {
    for (let n = 0; n < 10; n += 1) await give({ hash: `00000${n}` });
    await expect(give({ hash: 'abcdef' })).rejects.toMatchObject({ code: 'PROOFS_TOO_MANY' });
  });
});

it('two operators answer, and one of them can not do it alone', async () => {
  await give({ hash: 'beef01', num: '5' });
  const found = (await db.read.query<{ id: string }>('SELECT max(id) AS id FROM deposit_proofs')).rows[0]?.id ?? '';
  const actors: OperatorActor[] = [];
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin', 'reviewer'], fingerprint, at: 0 }));
    actors.push(await identifyOperator(db.read, key, 0));
  }
  const [eve, fay] = actors as [OperatorActor, OperatorActor];
  await db.transaction((tx) => tx.query('DELETE FROM deposit_proofs WHERE id <> $1', [found]));
  expect((await describeProofs(db.read)).join()).toContain('5 USDT on ERC20 hash …beef01');
  const at = of.time.now;
  const ask = async (input: object) => {
    const asked = await db.transaction((tx) => acts.performAction(tx, { actor: eve, act: 'proofs.answer', reason: 'looked', input, at }));
    const requestId = asked.state === 'requested' ? asked.requestId : '';
    return (actor: OperatorActor) => db.transaction((tx) => acts.approveRequest(tx, { actor, requestId, reason: 'seen', at }));
  };
  const approve = await ask({ id: found, answer: 'other-network' });
  await expect(approve(eve)).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
  await approve(fay);
  expect(await list()).toMatchObject([{ state: 'answered', answer: 'other-network' }]);
  const { rows } = await db.read.query('SELECT payload FROM event_log WHERE kind = $1', ['proofs.answered']);
  expect(rows).toMatchObject([{ payload: { asset: 'USDT', amount: '5', answer: 'other-network' } }]);

  // "Credited" names a deposit: of the member, in the coin, credited, and of no other proof.
  for (const input of [{ answer: 'credited' }, { answer: 'not-found', deposit: '1' }])
    await expect(ask({ id: found, ...input })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  const mine = await addDeposit('beef02', 5n);
  const wrong = [await addDeposit('beef03', null), await addDeposit('beef04', 5n), '999'];
  await give({ hash: 'beef04' });
  const other = `${userId}98`;
  await addUser(other);
  await db.read.query('UPDATE deposit_proofs SET answer = NULL, answered_by = NULL, answered_at = NULL WHERE id = $1', [found]);
  for (const deposit of wrong)
    await expect((await ask({ id: found, answer: 'credited', deposit }))(fay), deposit).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  for (const [column, value] of Object.entries({ user_id: other, asset: 'BTC' })) {
    const was = column === 'asset' ? 'USDT' : userId;
    await db.read.query(`UPDATE deposit_proofs SET ${column} = $2 WHERE id = $1`, [found, value]);
    await expect((await ask({ id: found, answer: 'credited', deposit: mine }))(fay)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await db.read.query(`UPDATE deposit_proofs SET ${column} = $2 WHERE id = $1`, [found, was]);
  }
  expect(await (await ask({ id: found, answer: 'credited', deposit: mine }))(fay)).toContain(`answered: credited, by deposit ${mine}`);
  expect((await list()).at(-1)).toMatchObject({ state: 'answered', answer: 'credited', deposit: 'credited' });
  await give({ hash: 'beef09' });
  const second = (await db.read.query<{ id: string }>('SELECT max(id) AS id FROM deposit_proofs')).rows[0]?.id ?? '';
  await expect((await ask({ id: second, answer: 'credited', deposit: mine }))(fay)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});
