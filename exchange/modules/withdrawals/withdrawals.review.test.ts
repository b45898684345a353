import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWithdrawalsWorld, type Member, newRequest, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { runCommand } from '../../operator/commands';
import { fromUnits } from '../../platform/decimal';
import { auditLedger } from '../ledger/ledger';
import { auditHolds } from '../ledger/ledger.holds-audit';
import { createOperatorKey, foundOperator } from '../operators/operators';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let world: WithdrawalsWorld;
let ada: Member;
const keys = new Map<string, string>();
beforeAll(async () => {
  world = await createWithdrawalsWorld({}, { isVerified: () => Promise.resolve(true) });
  ada = await world.join('one', { USDT: 500_000n });
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    keys.set(name, key);
    await world.db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
  }
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  expect((await auditHolds(world.db, 0)).differences).toEqual([]);
  await world.close();
});

const run = async (name: string, ...argv: string[]) => {
  const context = {
    db: world.db,
    env: { dataDir: '.', sandbox: false },
    audits: [],
    operatorKey: keys.get(name) ?? null,
    now: () => world.time.now,
  };
  return (await runCommand(context as never, [...argv, '--reason', 'looked at'])).text;
};
const ask = async (...argv: string[]) => /request (\d+)/.exec(await run('eve', ...argv))?.[1] ?? '';
const alarms = async (kind: string) =>
  Number(new RegExp(`alarms_total\\{kind="${kind}"\\} (\\d+)`).exec((await world.platform.metrics.render()).body)?.[1] ?? 0);
/** Lines of the last journal of a code, as who agrees to it reads them: `user:1:real:USDT:hold -20`. */
async function postedLast(code: string): Promise<string[]> {
  const { rows } = await world.db.read.query<{ address: string; amount: string }>(
    `SELECT a.address, p.amount FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
      WHERE p.journal_id = (SELECT max(id) FROM ledger_journals WHERE code = $1)`,
    [code],
  );
  return rows.map(({ address, amount }) => `${address} ${amount.startsWith('-') ? '' : '+'}${fromUnits(BigInt(amount), 8)}`);
}
const begin = async (amount = '20000.01') => {
  const { id } = await ada.begin({ amount });
  await world.pass(MINUTE_MS);
  return id;
};

it('a sum above that of the registry is looked at by two operators, and paid when both agree', async () => {
  const id = await begin();
  expect(await ada.read(id)).toMatchObject({ state: 'review', until: world.time.now + 24 * HOUR_MS, reason: 'REVIEW_SUM' });
  expect(await run('eve', 'withdrawals')).toContain(
    `withdrawal ${id}  review  20000.01 USDT (fee 600.0003) on ERC20 to ${OUTSIDE.ERC20}, with the last 24 hours it is above the published sum, promised`,
  );
  const request = await ask('withdrawals', 'approve', id);
  const said = await run('fay', 'queue');
  expect(said).toContain('19400.0097 to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed on ERC20');
  expect(said).toMatch(new RegExp(`withdrawal ${id} of user [0-9]+: 20000.01 USDT, 600.0003 of it our fee`));
  await expect(run('eve', 'approve', request)).rejects.toThrow('somebody else decides it');
  await world.blocks(1);
  expect((await ada.read(id)).state).toBe('review');
  expect(await run('fay', 'approve', request)).toContain(`withdrawal ${id} is approved`);
  expect(await ada.read(id)).toMatchObject({ state: 'approved', until: world.time.now + 10 * MINUTE_MS, reason: null });
  await world.blocks(6);
  expect((await ada.read(id)).state).toBe('done');
  const posted = await postedLast('WITHDRAWAL');
  expect(posted).toHaveLength(3);
  for (const line of posted) expect(said).toContain(`${line}\n`);
});

it('what is approved is promised by who pays on its network, whichever that is', async () => {
  await world.pass(25 * HOUR_MS);
  const { id } = await ada.begin({ channel: 'USDT_TRC20', address: OUTSIDE.TRC20, amount: '20001' });
  await world.pass(MINUTE_MS);
  await run('fay', 'approve', await ask('withdrawals', 'approve', id));
  expect(await ada.read(id)).toMatchObject({ state: 'approved', until: world.time.now + 10 * MINUTE_MS });
  await run('fay', 'approve', await ask('withdrawals', 'refuse', id, '--note', 'not now'));
  await world.pass(25 * HOUR_MS);
});

it('security: a sum is looked at in pieces, too, whether they wait or go at once, and what was looked at or called off counts no more', async () => {
  await world.pass(25 * HOUR_MS);
  const paid = await begin('9000');
  await world.blocks(6);
  const [one, other] = [await ada.begin({ amount: '9000' }), await ada.begin({ amount: '3000' })];
  expect([(await ada.read(paid)).state, one.state, other.state, other.reason]).toEqual(['done', 'approved', 'review', 'REVIEW_SUM']);
  expect((await ada.begin({ amount: '2000' })).state).toBe('approved');
  const elsewhere = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const waiting = await ada.begin({ amount: '10', address: elsewhere });
  await world.pass(MINUTE_MS);
  expect((await ada.read(waiting.id)).state).toBe('review');
  for (const { id } of [other, waiting]) await ada.client.post('/x/withdrawal-cancel', { id });
  await world.blocks(6);
  await world.pass(25 * HOUR_MS);
  expect((await ada.begin({ amount: '20000' })).state).toBe('approved');
  await world.blocks(6);
  await world.pass(25 * HOUR_MS);
});

it('one that is refused gives its money back, and its owner reads why', async () => {
  const before = await ada.usdt();
  const id = await begin('30000');
  const request = await ask('withdrawals', 'refuse', id, '--note', 'The address was\n\r reported\u2028as stolen');
  const said = await run('fay', 'queue');
  await run('fay', 'approve', request);
  const posted = await postedLast('HOLD_RELEASE');
  expect(posted).toHaveLength(2);
  for (const line of posted) expect(said).toContain(`${line}\n`);
  expect(await ada.read(id)).toMatchObject({ state: 'refused', reason: 'The address was reported as stolen', until: null });
  expect(await ada.usdt()).toEqual(before);
  await expect(ask('withdrawals', 'approve', id).then((other) => run('fay', 'approve', other))).rejects.toThrow('it is refused');
});

it('one in review can be called off by its owner, and what operators ask then is refused', async () => {
  const id = await begin('30000');
  const request = await ask('withdrawals', 'approve', id);
  expect(await ada.client.post('/x/withdrawal-cancel', { id })).toMatchObject({ info: { state: 'cancelled' } });
  await expect(run('fay', 'approve', request)).rejects.toThrow('it is cancelled');
});

it('a review that is late is told to its owner and alarmed again every six hours, and stays a review', async () => {
  const id = await begin('30000');
  const promised = (await ada.read(id)).until ?? 0;
  await world.pass(promised - world.time.now - 1);
  expect(await ada.read(id)).toMatchObject({ state: 'review', delay: null });
  await world.pass(1);
  expect(await ada.read(id)).toMatchObject({ state: 'review', delay: 'review_late', until: promised });
  expect(await alarms('withdrawal_review_late')).toBe(1);
  await world.pass(6 * HOUR_MS);
  expect(await alarms('withdrawal_review_late')).toBe(2);
  expect(await run('eve', 'withdrawals')).toContain('LATE: review_late');
  await ada.client.post('/x/withdrawal-cancel', { id });
  await world.pass(6 * HOUR_MS);
  expect(await alarms('withdrawal_review_late')).toBe(2);
});

it('what leaves within a day has a cap: what is above waits for a day, says so, and is paid then', async () => {
  await world.db.read.query(
    `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
     SELECT kind, code, 2, jsonb_set(terms, '{channels,0,dayOutflowMax}', '"100"'), $1, $1, 'test' FROM registry_versions WHERE code = 'withdrawal'`,
    [world.time.now],
  );
  await world.pass(24 * HOUR_MS);
  await world.refreshTerms();
  const [first, second] = [await ada.begin({ amount: '100' }), await ada.begin({ amount: '100' })];
  await world.blocks(6);
  expect(await ada.read(first.id)).toMatchObject({ state: 'done' });
  expect(await ada.read(second.id)).toMatchObject({ state: 'approved', delay: 'daily_cap' });
  expect(await alarms('withdrawal_daily_cap')).toBe(1);
  await world.pass(24 * HOUR_MS + 1);
  await world.blocks(6);
  expect(await ada.read(second.id)).toMatchObject({ state: 'done', delay: null });
});

it('one that is asked for again after its terms have changed is answered as before, and begun once', async () => {
  const request_id = newRequest();
  const first = await ada.begin({ amount: '10', request_id });
  const before = await ada.usdt();
  await world.db.read.query(
    `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note)
     SELECT kind, code, 3, jsonb_set(terms, '{channels,0,min}', '"20"'), $1, $1, 'test' FROM registry_versions WHERE code = 'withdrawal' AND version = 2`,
    [world.time.now],
  );
  await world.refreshTerms();
  expect(await ada.withdraw({ amount: '10' })).toMatchObject({ code: 'WITHDRAWAL_AMOUNT_OUT_OF_RANGE' });
  expect(await ada.withdraw({ amount: '10', request_id })).toMatchObject({ info: { id: first.id } });
  expect(await ada.withdraw({ amount: '20', request_id })).toMatchObject({ code: 'DUPLICATE_REQUEST' });
  expect(await ada.usdt()).toEqual(before);
  await world.pass(24 * HOUR_MS);
  await world.blocks(6);
});

it('security: a fee that is not the one that was shown is refused, and nothing is held', async () => {
  const before = await ada.usdt();
  const ask = (arrives: string) => {
    const body = { channel: 'USDT_ERC20', address: OUTSIDE.ERC20, amount: '100', arrives, request_id: newRequest() };
    return ada.client.post('/x/withdraw', body);
  };
  expect(await ask('98')).toMatchObject({ code: 'WITHDRAWAL_TERMS_CHANGED' });
  expect(await ask('97')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  expect(await ada.usdt()).toEqual(before);
});

it('the list of what is approved is written to a file, for whoever pays by hand', async () => {
  const { id } = await ada.begin({ amount: '50' });
  const file = join(world.platform.env.dataDir, 'pay.csv');
  await run('eve', 'pay', 'list', 'ERC20', file);
  expect(await readFile(file, 'utf8')).toBe(`withdrawal,address,amount,coin\n${id},${OUTSIDE.ERC20},48.5,USDT\n`);
  await expect(run('eve', 'pay', 'list', 'ERC20', file)).rejects.toThrow('EEXIST');
});

it('security: while an authenticator is contested nothing of its account is paid, approved or written to a file', async () => {
  const bob = await world.join('contested', { USDT: 500_000n });
  const asked = await bob.begin({ amount: '60' });
  const reviewed = (await bob.begin({ amount: '30000' })).id;
  await world.pass(MINUTE_MS);
  expect([(await bob.read(asked.id)).state, (await bob.read(reviewed)).state]).toEqual(['approved', 'review']);
  await world.db.read.query(
    `INSERT INTO second_factors (user_id, key_id, sealed, bound_at, last_step, contested_at) VALUES ($1, 'k', '\\x00', now(), 0, to_timestamp($2::int8 / 1000.0))`,
    [bob.userId, world.time.now],
  );
  const file = join(world.platform.env.dataDir, 'contested.csv');
  await run('eve', 'pay', 'list', 'ERC20', file);
  expect(await readFile(file, 'utf8')).not.toContain(`${asked.id},`);
  await expect(ask('withdrawals', 'approve', reviewed).then((request) => run('fay', 'approve', request))).rejects.toThrow();
  expect((await bob.read(reviewed)).state).toBe('review');
  await world.blocks(1);
  expect(await bob.read(asked.id)).toMatchObject({ state: 'refused', txid: null });
  await world.db.read.query('DELETE FROM second_factors WHERE user_id = $1', [bob.userId]);
  const again = await run('eve', 'pay', 'list', 'ERC20', join(world.platform.env.dataDir, 'after.csv'));
  expect(again).not.toContain(`withdrawal ${asked.id}`);
});

it('security: nothing hides what is to be paid on another network from whoever pays there, and nobody pays for a frozen account', async () => {
  await world.db.read.query(
    `INSERT INTO withdrawals (user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, confirmations_needed)
     SELECT $1, 'ETH_ERC20', 'ETH', 'ERC20', $2, 2, 1, 'approved', 1, 1, 2, 5 FROM generate_series(1, 200)`,
    [ada.userId, OUTSIDE.ERC20],
  );
  await world.db.read.query(
    `INSERT INTO withdrawals (user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, confirmations_needed)
     VALUES ($1, 'BTC_BTC', 'BTC', 'BTC', $2, 200000000, 100000000, 'approved', 1, 1, 2, 5)`,
    [ada.userId, OUTSIDE.BTC],
  );
  const list = async (name: string) => {
    const file = join(world.platform.env.dataDir, name);
    await run('eve', 'pay', 'list', 'BTC', file);
    return readFile(file, 'utf8');
  };
  const one = new RegExp(`^withdrawal,address,amount,coin\n[0-9]+,${OUTSIDE.BTC},1,BTC\n$`);
  expect(await list('open.csv')).toMatch(one);
  // In a second file it could be paid twice.
  expect(await list('second.csv')).toBe('withdrawal,address,amount,coin\n');
  const dataDir = world.platform.env.dataDir;
  expect(await run('eve', 'pay', 'list', 'BTC', join(dataDir, 'third.csv'))).toContain('open.csv already');
  await run('eve', 'pay', 'list', 'BTC', join(dataDir, 'again.csv'), 'again');
  expect(await readFile(join(dataDir, 'again.csv'), 'utf8')).toMatch(one);
  await world.db.read.query('UPDATE users SET frozen_at = now() WHERE id = $1', [ada.userId]);
  expect(await list('frozen.csv')).toBe('withdrawal,address,amount,coin\n');
});
