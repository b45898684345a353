import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDepositsWorld, type DepositsWorld, UNIT } from '../../tests/helpers/deposits-world';
import { createOperatorKey, foundOperator, identifyOperator } from '../modules/operators/operators';
import type { OperatorActor } from '../platform/actor';
import { acts } from './actions';
import { listCreditedByHand, listHandCases } from './credit-by-hand';

const HASH = `0x${'ab'.repeat(32)}`;
const HOT = `0x${'9'.repeat(40)}`;
let world: DepositsWorld;
let eve: OperatorActor;
let fay: OperatorActor;
let address = '';
let proof = '';

beforeEach(async () => {
  world = await createDepositsWorld();
  const { db } = world;
  const actors: OperatorActor[] = [];
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['treasurer', 'admin'], fingerprint, at: 0 }));
    actors.push(await identifyOperator(db.read, key, 0));
  }
  [eve, fay] = actors as [OperatorActor, OperatorActor];
  address = await world.addressOf('7');
  // Looked through once, so that the network has a cursor.
  await world.mine();
  await world.round();
  proof = await report('7');
});
afterEach(async () => {
  expect(await world.findFaults()).toEqual([]);
  await world.close();
});

async function report(userId: string): Promise<string> {
  const { rows } = await world.db.read.query<{ id: string }>(
    `INSERT INTO deposit_proofs (user_id, network, asset, amount, hash_end, given_at) VALUES ($1, 'ERC20', 'ETH', 100000000, 'ababab', 1) RETURNING id`,
    [userId],
  );
  return rows[0]?.id ?? '';
}
const creditOf = (more: Record<string, unknown> = {}) => ({
  ...{
    user: '7',
    queue: 'proofs',
    id: proof,
    network: 'ERC20',
    asset: 'ETH',
    amount: '1.5',
    hash: HASH,
    address,
    place: 'deposit-address',
  },
  ...more,
});
type Name = 'deposits.credit' | 'wires.enter';
async function ask(input: Record<string, unknown>, act: Name = 'deposits.credit'): Promise<{ requestId: string; preview: string }> {
  const asked = await world.db.transaction((tx) =>
    acts.performAction(tx, { actor: eve, act, reason: 'looked', input, at: world.time.now }),
  );
  if (asked.state !== 'requested') throw new Error('it was done at once');
  return asked;
}
const approve = (requestId: string, actor = fay) =>
  world.db.transaction((tx) => acts.approveRequest(tx, { actor, requestId, reason: 'seen', at: world.time.now }));
const credit = async (more: Record<string, unknown> = {}) => approve((await ask(creditOf(more))).requestId);
const journals = async () =>
  (await world.db.read.query<{ code: string; reference: string }>('SELECT code, reference FROM ledger_journals ORDER BY id')).rows;

describe('a missing deposit', () => {
  it('is credited by two under its own journal, shown to its member, and ends the report in which it was missed', async () => {
    const { requestId, preview } = await ask(creditOf());
    expect(preview).toContain('journal DEPOSIT_BY_HAND');
    expect(preview).toContain('outside:real:chain-ERC20:ETH -1.5');
    expect(preview).toContain('user:7:real:ETH:available +1.5');
    await expect(approve(requestId, eve)).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
    expect(await world.balanceOf('7', 'ETH')).toBe(0n);
    expect(await approve(requestId)).toMatch(/^deposit [0-9]+ of user 7: 1\.5 ETH over ERC20 credited by hand, case proofs [0-9]+$/);
    expect(await world.balanceOf('7', 'ETH')).toBe(150_000_000n);
    const [shown] = await world.call<{ id: string }[]>('x.deposits');
    expect(shown).toMatchObject({ state: 'credited', num: '1.5', credited: '1.5', hash: HASH, by_hand: true });
    expect(await journals()).toEqual([{ code: 'DEPOSIT_BY_HAND', reference: `deposit:${shown?.id}` }]);
    const events = await world.db.read.query('SELECT kind, payload FROM event_log');
    expect(events.rows).toMatchObject([{ kind: 'deposit.credited', payload: { amount: '1.5', how: 'hand' } }]);
    const { rows } = await world.db.read.query('SELECT answer, answered_by FROM deposit_proofs WHERE id = $1', [proof]);
    expect(rows).toEqual([{ answer: 'credited', answered_by: 'operator fay' }]);
    expect(await listCreditedByHand(world.db.read, { user: '7', limit: 5, offset: 0 })).toMatchObject([
      { over: 'ERC20', amount: '1.5', asset: 'ETH', byHand: `proofs ${proof}`, proof: HASH },
    ]);
    expect(await listHandCases(world.db.read, '7')).toEqual([`proofs ${proof}`, 'support 7']);
    const audit = await world.module.audits[0]?.run(world.db);
    expect(audit).toEqual({ figures: ['1 credited by hand: 1.5 ETH'], faults: [] });
  });

  it.each([
    ['as it was written', HASH],
    ['in capitals and without its sign', 'AB'.repeat(32)],
  ])('is never credited again by hand: its hash %s', async (_name, hash) => {
    await credit();
    await expect(credit({ hash, amount: '0.1' })).rejects.toThrow(/was credited to user 7 before, as deposit/);
    await expect(credit({ hash, asset: 'USDT', network: 'BTC', amount: '1' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await journals()).toHaveLength(1);
  });

  it('asked for twice is credited once, whoever approves first', async () => {
    const asked = [await ask(creditOf()), await ask(creditOf())];
    const done = await Promise.allSettled(asked.map(({ requestId }) => approve(requestId)));
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(approve(asked[0]?.requestId ?? '')).rejects.toMatchObject({
      code: expect.stringMatching(/REQUEST_DECIDED|INPUT_INVALID/),
    });
    expect(await world.balanceOf('7', 'ETH')).toBe(150_000_000n);
  });

  it('that the chain shows afterwards is not credited again, and others of the same block are', async () => {
    const hash = await world.send({ amount: 2n * UNIT, asset: 'ETH' });
    await credit({ hash, amount: '2' });
    await world.send({ amount: 3n * UNIT, asset: 'ETH' });
    await world.mine(6);
    await world.round();
    expect(await world.balanceOf('7', 'ETH')).toBe(500_000_000n);
    expect(await world.list()).toEqual([
      { state: 'credited', block: null, credited: '200000000' },
      { state: 'credited', block: expect.any(String), credited: '300000000' },
    ]);
  });

  it('that the exchange of the version before sees is not credited again: the database leaves it out', async () => {
    await credit();
    await world.db.read.query(
      `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, block, block_hash, seen_at) VALUES ('ERC20', $1, 3, 7, 'ETH', $2, 5, 1, 'h', 1)`,
      [HASH, address],
    );
    expect(await world.list()).toHaveLength(1);
  });

  it('that was seen, or credited as the chain showed it, is not credited by hand', async () => {
    const hash = await world.send({ amount: UNIT, asset: 'ETH' });
    await world.mine();
    await world.round();
    await expect(credit({ hash })).rejects.toThrow('is credited by itself once the chain confirms it');
    await world.mine(5);
    await world.round();
    await expect(credit({ hash })).rejects.toThrow('was credited to user 7 before');
    expect(await world.balanceOf('7', 'ETH')).toBe(100_000_000n);
  });

  it('security: at the address of somebody else it is theirs, and a case of somebody else is none', async () => {
    const other = await world.addressOf('8');
    await expect(credit({ address: other })).rejects.toThrow('is no deposit address of user 7');
    await expect(credit({ address: other, place: 'hot-wallet' })).rejects.toThrow('is the deposit address of user 8');
    await expect(credit({ id: await report('8') })).rejects.toThrow('is no case of user 7');
    await expect(credit({ queue: 'support', id: '7' })).rejects.toThrow('is no case of user 7');
    await expect(credit({ queue: 'wires', id: proof })).rejects.toThrow('is no case of user 7');
    expect(await journals()).toEqual([]);
  });

  it('at the hot wallet counts once for the address, whoever it is credited to', async () => {
    await credit({ address: HOT, place: 'hot-wallet' });
    const asked = creditOf({ user: '8', id: await report('8'), address: HOT.toUpperCase().replace('0X', '0x'), place: 'hot-wallet' });
    await expect(approve((await ask(asked)).requestId)).rejects.toThrow('was credited to user 7 before');
  });

  it('is bounded: within 24 hours by the day limit of a verified person, all credits of the coin together', async () => {
    await expect(credit({ asset: 'USDT', amount: '100000000' })).rejects.toThrow(/by hand at most/);
    await credit({ asset: 'USDT', amount: '40000' });
    const before = await world.balanceOf('7');
    await expect(credit({ asset: 'USDT', amount: '40000000', hash: 'c'.repeat(64) })).rejects.toThrow('and 40000 USDT were');
    expect(await world.balanceOf('7')).toBe(before);
  });

  it.each([
    ['no hash', { hash: '0x12' }],
    ['nothing', { amount: '0' }],
    ['less than nothing', { amount: '-1' }],
    ['finer than the ledger', { amount: '0.000000001' }],
    ['a coin that there is not', { asset: 'XYZ' }],
    ['a place that there is not', { place: 'elsewhere' }],
  ])('error: %s is refused when it is asked for', async (_name, more) => {
    await expect(ask(creditOf(more))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('is not credited while its network is paused, or was never looked through, nor to a closed account', async () => {
    await expect(credit({ network: 'XYZ' })).rejects.toThrow('was never looked through');
    await world.db.read.query("INSERT INTO network_pauses (network, reason, detail, since) VALUES ('ERC20', 'disagreement', '', 1)");
    await expect(credit()).rejects.toThrow('while it is paused');
    await world.db.read.query('DELETE FROM network_pauses');
    await world.db.read.query('UPDATE users SET closed_at = now() WHERE id = 7');
    await expect(credit()).rejects.toThrow('is closed');
    expect(await journals()).toEqual([]);
  });

  it('what was credited by hand stays what it is', async () => {
    await credit();
    await expect(world.db.read.query("UPDATE deposits SET by_hand = 'proofs 99'")).rejects.toThrow('is refused');
    await expect(world.db.read.query('DELETE FROM deposits')).rejects.toThrow('is refused');
  });

  it('that no two agreed on is a fault of the audit', async () => {
    let faults: readonly string[] = [];
    const undone = world.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, credited, seen_at, credited_at, by_hand)
         VALUES ('ERC20', $1, 1000000000, 7, 'ETH', $2, 10000000000, 'credited', 1, 1, 1, 'proofs 1')`,
        [HASH, address],
      );
      faults = (await world.module.audits[0]?.run({ ...world.db, long: tx }))?.faults ?? [];
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(faults).toEqual([
      expect.stringMatching(/^deposit [0-9]+, credited by hand: no two operators agreed on it$/),
      expect.stringMatching(/^deposit [0-9]+: credited 1, the ledger says 0/),
    ]);
  });
});

describe('a bank transfer without a reference', () => {
  const enter = (more: Record<string, unknown> = {}) => ({
    ...{ user: '7', queue: 'proofs', id: proof, line: 'FT 2231', arrived: '500', credited: '497.5', sender: 'ADA LOVELACE' },
    ...more,
  });
  const book = async (more: Record<string, unknown> = {}) => approve((await ask(enter(more), 'wires.enter')).requestId);
  beforeEach(async () => {
    await world.db.read.query(
      `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
       SELECT kind, code, version + 1, terms || '{"bank":{"holder":"Candor","name":"Bank","account":"DE00","code":"BANKDEFF","country":"DE"}}', 1, 1, 'a bank'
         FROM registry_versions WHERE kind = 'product' AND code = 'wire'`,
    );
  });

  it('is credited by two less the fee of today, as a row of its own, once for each line however it is written', async () => {
    expect(await book()).toMatch(/^bank transfer [0-9]+ of user 7: 497\.5 USDT of 500 USD credited by hand, case proofs [0-9]+$/);
    expect(await world.balanceOf('7')).toBe(49_750_000_000n);
    for (const line of ['FT 2231', 'ft2231', ' FT  2231 ']) await expect(book({ line })).rejects.toThrow('was credited to bank transfer');
    expect((await world.db.read.query('SELECT state, by_hand, line FROM wires')).rows).toEqual([
      { state: 'credited', by_hand: `proofs ${proof}`, line: 'FT 2231' },
    ]);
    const events = await world.db.read.query('SELECT kind, payload FROM event_log');
    expect(events.rows).toMatchObject([{ kind: 'wire.credited', payload: { amount: '497.5', how: 'hand' } }]);
  });

  it('error: another sum than the terms make, or more than a transfer may be, credits nothing', async () => {
    const { preview } = await ask(enter(), 'wires.enter');
    expect(preview.split('\n').slice(1)).toEqual([
      'journal WIRE_DEPOSIT, under the number of the new bank transfer',
      '  outside:real:bank-USD:USDT -500',
      '  user:7:real:USDT:available +497.5',
      '  house:real:fees-wires:USDT +2.5',
    ]);
    await expect(ask(enter({ credited: '500.01' }), 'wires.enter')).rejects.toThrow('no more than what arrived');
    await expect(book({ credited: '500' })).rejects.toThrow('the account receives 497.5');
    await expect(book({ arrived: '60000', credited: '59700' })).rejects.toThrow('by hand at most');
    await book({ arrived: '30000', credited: '29850' });
    await expect(book({ line: 'another', arrived: '30000', credited: '29850' })).rejects.toThrow('and 29850 were');
  });
});
