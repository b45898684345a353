import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInByWallet } from '../../../tests/helpers/accounts-world';
import { createWithdrawalsWorld, newRequest, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';
import { auditLedger } from '../ledger/ledger';
import { auditHolds } from '../ledger/ledger.holds-audit';

const MINUTE_MS = 60_000;
let world: WithdrawalsWorld;
beforeAll(async () => {
  world = await createWithdrawalsWorld();
});
afterAll(async () => {
  expect((await auditLedger(world.db)).isClean).toBe(true);
  expect(await auditHolds(world.db, world.time.now)).toMatchObject({ overdue: [], differences: [] });
  await world.close();
});

const hot = () => world.sandbox('ERC20').readBalance([OUTSIDE.ERC20], 'USDT');

describe('a withdrawal', () => {
  it('goes from request to done: held, waiting, approved, signed, sent, n of m, and paid once', async () => {
    const ada = await world.join('one');
    const before = await hot();
    const asked = await ada.begin({ amount: '100.000001' });
    expect(asked).toMatchObject({ state: 'waiting', fee: '3.000001', arrives: '97', until: world.time.now + MINUTE_MS });
    expect(await ada.usdt()).toEqual({ available: '899.999999', held: '100.000001' });
    await world.pass(MINUTE_MS - 1);
    expect((await ada.read(asked.id)).state).toBe('waiting');
    await world.pass(1);
    expect((await ada.read(asked.id)).state).toBe('approved');
    await world.blocks(1);
    expect(await ada.read(asked.id)).toMatchObject({ state: 'confirming', confirmations: 1, txid: expect.stringMatching(/^0x/) });
    await world.blocks(3);
    expect(await ada.read(asked.id)).toMatchObject({ state: 'confirming', confirmations: 4 });
    expect(await ada.usdt()).toEqual({ available: '899.999999', held: '100.000001' });
    await world.blocks(1);
    const done = await ada.read(asked.id);
    expect(done).toMatchObject({ state: 'done', until: null, confirmations: 5 });
    expect(done.steps.map(({ step }) => step)).toEqual(['requested', 'waiting', 'approved', 'signed', 'sent', 'confirming', 'done']);
    expect(await ada.usdt()).toEqual({ available: '899.999999', held: '0' });
    expect((await hot()) - before).toBe(97n * 10n ** 18n);
  });

  it('that takes longer than promised in a block says so once, whatever is mined after that', async () => {
    const ann = await world.join('late');
    const { id } = await ann.begin();
    await world.pass(MINUTE_MS);
    await world.blocks(1);
    await world.pass(61 * MINUTE_MS);
    await world.blocks(2);
    const late = await ann.read(id);
    expect(late).toMatchObject({ state: 'confirming', confirmations: 3, delay: 'network' });
    expect(late.steps.map(({ step }) => step).filter((step) => step === 'late-network')).toHaveLength(1);
    await world.blocks(2);
    expect(await ann.read(id)).toMatchObject({ state: 'done', delay: null });
  });

  it('to an address that was paid before waits for nothing', async () => {
    const bea = await world.join('two');
    const first = await bea.begin({ amount: '10' });
    await world.pass(MINUTE_MS);
    await world.blocks(6);
    expect((await bea.read(first.id)).state).toBe('done');
    expect((await bea.begin({ amount: '10' })).state).toBe('approved');
    expect((await bea.begin({ amount: '10', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' })).state).toBe('waiting');
    await world.blocks(6);
  });

  it('that comes 20 times under one number is begun once', async () => {
    const cleo = await world.join('three');
    const request_id = newRequest();
    const first = await cleo.begin({ request_id });
    const again = await Promise.all(Array.from({ length: 20 }, () => cleo.withdraw({ request_id })));
    expect(new Set(again.map(({ info }) => (info as { id: string }).id))).toEqual(new Set([first.id]));
    expect(await cleo.usdt()).toEqual({ available: '900', held: '100' });
    expect(await cleo.withdraw({ request_id, amount: '200' })).toMatchObject({ code: 'DUPLICATE_REQUEST' });
  });

  it('is called off while it waits, once, and its money comes back', async () => {
    const dora = await world.join('four');
    const { id } = await dora.begin();
    const cancel = () => dora.client.post('/x/withdrawal-cancel', { id });
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map(({ info }) => (info as { state: string }).state)).toEqual(['cancelled', 'cancelled']);
    expect(await dora.usdt()).toEqual({ available: '1000', held: '0' });
    await world.pass(MINUTE_MS);
    expect((await dora.read(id)).state).toBe('cancelled');
  });

  it('that is approved can not be called off any more, and nobody else sees it or calls it off', async () => {
    const [eve, mallory] = [await world.join('five'), await world.join('six')];
    const { id } = await eve.begin();
    expect(await mallory.client.post('/x/withdrawal-cancel', { id })).toMatchObject({ code: 'WITHDRAWAL_NOT_FOUND' });
    expect(await mallory.client.get(`/x/withdrawal?id=${id}`)).toMatchObject({ code: 'WITHDRAWAL_NOT_FOUND' });
    await world.pass(MINUTE_MS);
    expect(await eve.client.post('/x/withdrawal-cancel', { id })).toMatchObject({ code: 'WITHDRAWAL_UNDER_WAY' });
    await world.blocks(6);
  });

  it('is confirmed by its owner each time, and refused before that for anything else', async () => {
    const fay = await world.join('seven');
    const body = { channel: 'USDT_ERC20', address: OUTSIDE.ERC20, amount: '100', request_id: newRequest() };
    expect(await fay.client.post('/x/withdraw', body)).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'withdrawal' } });
    expect(await fay.usdt()).toEqual({ available: '1000', held: '0' });
    expect(await fay.client.post('/x/withdraw', { ...body, amount: '1000.1' })).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      params: { needed: '1000.1', available: '1000', asset: 'USDT' },
    });
    await fay.begin();
    expect(await fay.client.post('/x/withdraw', body)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  it('by call 47 is the same, and its number counts for both', async () => {
    const gil = await world.join('eight');
    const request_id = newRequest();
    const { id } = await gil.begin({ request_id });
    const fields = { amount: '100', addr: OUTSIDE.ERC20, qianbao: OUTSIDE.ERC20, tbchannel: 'USDT_ERC20', request_id };
    expect(await gil.client.post('/Exchange/shenqing', fields)).toMatchObject({
      status: 1,
      info: `Withdrawal ${id} of 100 USDT was requested`,
    });
    expect(await gil.client.post('/Exchange/shenqing', { ...fields, qianbao: OUTSIDE.BTC })).toMatchObject({ code: 'REQUEST_INVALID' });
    expect((await gil.client.get('/api/exchange')).info).toMatchObject({
      networks: ['USDT_ERC20', 'USDT_TRC20', 'BTC_BTC'],
      fee: '0.03',
      min: '10',
      max: '100000',
    });
  });

  it('of every channel is paid on its chain', async () => {
    const hal = await world.join('nine', { BTC: 1n, ETH: 3n, USDC: 500n, USDT: 500n });
    const asked = [
      await hal.begin({ channel: 'BTC_BTC', address: OUTSIDE.BTC, amount: '0.05' }),
      await hal.begin({ channel: 'ETH_ERC20', amount: '1.5' }),
      await hal.begin({ channel: 'USDC_ERC20', amount: '50' }),
      await hal.begin({ channel: 'USDT_TRC20', address: OUTSIDE.TRC20, amount: '50' }),
    ];
    await world.pass(MINUTE_MS);
    await world.blocks(5);
    await world.blocks(3, 'BTC');
    await world.blocks(20, 'TRC20');
    expect(await Promise.all(asked.map(async ({ id }) => (await hal.read(id)).state))).toEqual(['done', 'done', 'done', 'done']);
    expect(await world.sandbox('BTC').readBalance([OUTSIDE.BTC], 'BTC')).toBe(485n * 10n ** 14n);
    expect(await world.sandbox('TRC20').readBalance([OUTSIDE.TRC20], 'USDT')).toBe(485n * 10n ** 17n);
  });
});

describe('what stands between a person and their money', () => {
  it('is refused on the demo account', async () => {
    const ida = await world.join('ten');
    const demo = await signInByWallet(world, { wallet: 'ten', mode: '1' });
    const body = { channel: 'USDT_ERC20', address: OUTSIDE.ERC20, amount: '100', request_id: newRequest() };
    expect(await demo.post('/x/withdraw', body)).toMatchObject({ code: 'REAL_ACCOUNT_ONLY' });
    expect(await demo.get('/x/withdrawals')).toMatchObject({ code: 'REAL_ACCOUNT_ONLY' });
    expect(await ida.usdt()).toEqual({ available: '1000', held: '0' });
  });

  it('is the published limit of a day, which counts what was called off as free', async () => {
    const jon = await world.join('eleven', { USDT: 20_000n });
    const { id } = await jon.begin({ amount: '4000' });
    expect(await jon.withdraw({ amount: '1000.01' })).toMatchObject({
      code: 'WITHDRAWAL_DAY_LIMIT',
      params: { left: '1000', limit: '5000', asset: 'USDT' },
    });
    await jon.client.post('/x/withdrawal-cancel', { id });
    expect((await jon.begin({ amount: '5000' })).state).toBe('waiting');
    const terms = (await jon.client.get('/x/withdrawal-terms')).info as { limits: { coin: string; left: string }[] };
    expect(terms).toMatchObject({
      open_max: 20,
      channels: expect.arrayContaining([expect.objectContaining({ day_outflow_max: '1000000' })]),
    });
    expect(terms.limits.find(({ coin }) => coin === 'USDT')).toEqual({ coin: 'USDT', limit: '5000', left: '0', verified_limit: '100000' });
  });

  it('is a freeze, and the 24 hours after a change of what protects the account, with their end', async () => {
    const kim = await world.join('twelve');
    const until = world.time.now + 3_600_000;
    await world.db.read.query('UPDATE users SET outgoing_held_until = to_timestamp($2::int8 / 1000.0) WHERE id = $1', [kim.userId, until]);
    expect(await kim.withdraw()).toMatchObject({ code: 'OUTGOING_HELD', params: { until: new Date(until).toISOString() } });
    await world.db.read.query('UPDATE users SET outgoing_held_until = NULL, frozen_at = now() WHERE id = $1', [kim.userId]);
    expect(await kim.withdraw()).toMatchObject({ code: 'ACCOUNT_FROZEN' });
  });

  it('is the number of withdrawals under way', async () => {
    const lea = await world.join('thirteen');
    for (let n = 0; n < 20; n += 1) await lea.begin({ amount: '10' });
    expect(await lea.withdraw({ amount: '10' })).toMatchObject({ code: 'WITHDRAWALS_OPEN_TOO_MANY', params: { max: '20' } });
  });

  it('is an address that is ours, each said by its own code', async () => {
    const max = await world.join('fourteen');
    const deposit = await world.db.transaction((tx) => world.networks.getDepositAddress(tx, { network: 'ERC20', userId: max.userId }));
    const cases = [
      [world.sandbox('ERC20').hotAddress, 'ADDRESS_IS_OURS'],
      [deposit.toLowerCase(), 'ADDRESS_IS_DEPOSIT'],
      [`0x${'0'.repeat(40)}`, 'ADDRESS_ZERO'],
      [OUTSIDE.TRC20, 'ADDRESS_OTHER_NETWORK'],
      [OUTSIDE.ERC20.replace('A', 'a'), 'ADDRESS_CHECKSUM'],
      ['0x\u0430', 'ADDRESS_CHARACTERS'],
      ['x', 'ADDRESS_INVALID'],
    ] as const;
    for (const [address, code] of cases) expect(await max.withdraw({ address }), address).toMatchObject({ code });
    for (const [amount, code] of [
      ['9.99', 'WITHDRAWAL_AMOUNT_OUT_OF_RANGE'],
      ['100.0000001', 'AMOUNT_PRECISION'],
      ['1e3', 'AMOUNT_INVALID'],
      ['-100', 'AMOUNT_INVALID'],
      ['NaN', 'AMOUNT_INVALID'],
    ] as const) {
      expect(await max.withdraw({ amount }), amount).toMatchObject({ code });
    }
    expect(await max.usdt()).toEqual({ available: '1000', held: '0' });
  });
});
