import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperatorPair, type OperatorPair } from '../../../tests/helpers/operator-pair';
import { createWithdrawalsWorld, type Member, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { readPause } from '../networks/networks';

const MINUTE_MS = 60_000;
let world: WithdrawalsWorld;
let ada: Member;
let operators: OperatorPair;
beforeEach(async () => {
  world = await createWithdrawalsWorld({}, { isVerified: () => Promise.resolve(true) });
  ada = await world.join('one', { USDT: 50_000n });
  operators = await createOperatorPair(world.db, () => world.time.now);
});
afterEach(() => world.close());

const stateOf = async (id: string) => (await ada.read(id)).state;
const terms = async () =>
  (await ada.client.get('/x/withdrawal-terms')).info as { suspended: boolean; channels: { network: string; paused: unknown }[] };
const pausedOf = async (network: string) => (await terms()).channels.filter((one) => one.network === network).map(({ paused }) => paused);

describe('a network that operators pause', () => {
  it('pays nothing, keeps the money held, says why and since when, and goes on when two agree', async () => {
    const { id } = await ada.begin();
    await world.pass(MINUTE_MS);
    await operators.run('eve', 'pause-network', 'ERC20', 'paying', 'security');
    const since = world.time.now;
    await world.blocks(6);
    expect([await stateOf(id), await ada.usdt()]).toEqual(['approved', { available: '49900', held: '100' }]);
    for (const paused of await pausedOf('ERC20')) expect(paused).toEqual({ reason: 'security', since });
    expect(await pausedOf('BTC')).toEqual([null]);
    // What is asked for meanwhile is accepted, and waits.
    const second = await ada.begin({ amount: '50' });
    expect(second.state).toBe('waiting');
    await operators.run('eve', 'resume-network', 'ERC20');
    await world.blocks(1);
    expect(await stateOf(id)).toBe('approved');
    await operators.agree('resume-network', 'ERC20');
    await world.blocks(6);
    expect([await stateOf(id), await pausedOf('BTC')]).toEqual(['done', [null]]);
    await expect(operators.agree('resume-network', 'ERC20')).rejects.toThrow('No operator has paused ERC20');
  });

  it('sends nothing that was signed and never sent', async () => {
    const { id } = await ada.begin();
    await world.pass(MINUTE_MS);
    await world.db.read.query(`UPDATE withdrawals SET state = 'signed' WHERE id = $1`, [id]);
    await world.db.read.query(
      `INSERT INTO withdrawal_payments (withdrawal_id, network, kind, request_key, made_at) VALUES ($1, 'ERC20', 'request', $2, 1)`,
      [id, `withdrawal-${id}`],
    );
    await operators.run('eve', 'pause-network', 'ERC20', 'all', 'maintenance');
    await world.blocks(3);
    expect(await stateOf(id)).toBe('signed');
    await operators.agree('resume-network', 'ERC20');
    await world.blocks(6);
    expect(await stateOf(id)).toBe('done');
  });

  it('credits as before unless crediting is paused as well, and what its chain stops is neither ended nor hidden', async () => {
    const credits = () => readPause(world.db.read, 'ERC20', 'crediting');
    await operators.run('eve', 'pause-network', 'ERC20', 'paying', 'security');
    expect(await credits()).toBeNull();
    await operators.run('eve', 'pause-network', 'ERC20', 'all', 'maintenance');
    expect(await credits()).toMatchObject({ reason: 'maintenance' });
    await world.db.read.query(`INSERT INTO network_pauses (network, reason, detail, since) VALUES ('ERC20', 'deep_reorganisation', '', 3)`);
    expect(await credits()).toEqual({ network: 'ERC20', reason: 'deep_reorganisation', since: 3 });
    await operators.agree('resume-network', 'ERC20');
    expect(await credits()).toEqual({ network: 'ERC20', reason: 'deep_reorganisation', since: 3 });
  });

  it('security: lets no credits go on because one operator says something else of it', async () => {
    await operators.run('eve', 'pause-network', 'ERC20', 'all', 'security');
    await operators.run('eve', 'pause-network', 'ERC20', 'paying', 'maintenance');
    expect(await readPause(world.db.read, 'ERC20', 'crediting')).toMatchObject({ reason: 'maintenance' });
    await operators.agree('resume-network', 'ERC20');
    expect(await readPause(world.db.read, 'ERC20', 'crediting')).toBeNull();
  });

  it('is in no file of what is to be paid by hand', async () => {
    const file = join(tmpdir(), `candor-pay-${randomUUID()}.csv`);
    await operators.run('eve', 'pause-network', 'BTC', 'paying', 'security');
    await expect(operators.run('eve', 'pay', 'list', 'BTC', file)).rejects.toThrow('BTC is paused (security)');
  });

  it('is one that there is, for a reason that members can read', async () => {
    await expect(operators.run('eve', 'pause-network', 'DOGE', 'paying', 'security')).rejects.toThrow('one of ERC20');
    await expect(operators.run('eve', 'pause-network', 'BTC', 'some', 'security')).rejects.toThrow('one of paying, all');
    await expect(operators.run('eve', 'pause-network', 'BTC', 'all', 'because')).rejects.toThrow('one of maintenance, security');
  });
});

describe('an account whose withdrawals operators suspend', () => {
  it('security: is told so, gets back what waits and what is approved, and withdraws again when two agree', async () => {
    const approved = await ada.begin({ amount: '100' });
    await world.pass(MINUTE_MS);
    expect(await stateOf(approved.id)).toBe('approved');
    const waiting = await ada.begin({ amount: '50' });
    await operators.run('eve', 'withdrawals', 'suspend', ada.userId);
    expect((await terms()).suspended).toBe(true);
    expect(await ada.withdraw()).toMatchObject({ code: 'WITHDRAWALS_SUSPENDED' });
    await world.pass(MINUTE_MS);
    await world.blocks(6);
    expect(await ada.read(waiting.id)).toMatchObject({ state: 'refused', reason: 'WITHDRAWALS_SUSPENDED' });
    expect(await ada.read(approved.id)).toMatchObject({ state: 'refused', reason: 'WITHDRAWALS_SUSPENDED' });
    expect(await ada.usdt()).toEqual({ available: '50000', held: '0' });
    await operators.run('eve', 'withdrawals', 'resume', ada.userId);
    expect((await terms()).suspended).toBe(true);
    await operators.agree('withdrawals', 'resume', ada.userId);
    expect((await terms()).suspended).toBe(false);
    const again = await ada.begin({ amount: '100' });
    await world.pass(MINUTE_MS);
    await world.blocks(6);
    expect(await stateOf(again.id)).toBe('done');
  });

  it('is one that there is, and is suspended once', async () => {
    await operators.run('eve', 'withdrawals', 'suspend', ada.userId);
    await expect(operators.run('eve', 'withdrawals', 'suspend', ada.userId)).rejects.toThrow('nothing changed');
    await expect(operators.run('eve', 'withdrawals', 'suspend', '999999')).rejects.toThrow('nothing changed');
    await operators.agree('withdrawals', 'resume', ada.userId);
    await expect(operators.agree('withdrawals', 'resume', ada.userId)).rejects.toThrow('not suspended');
  });
});
