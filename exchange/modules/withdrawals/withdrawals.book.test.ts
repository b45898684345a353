import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callConfirmed } from '../../../tests/helpers/step-up';
import { createWithdrawalsWorld, type Member, OUTSIDE, type WithdrawalsWorld } from '../../../tests/helpers/withdrawals-world';

const MINUTE_MS = 60_000;
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
let world: WithdrawalsWorld;
beforeAll(async () => {
  world = await createWithdrawalsWorld();
});
afterAll(() => world.close());

const confirmed = (member: Member, wallet: string, path: string, fields: Record<string, string>) =>
  callConfirmed(world, member.client, () => member.client.post(path, fields), wallet);

describe('the address book', () => {
  it('keeps addresses by name after a confirmation, in their one spelling, and gives a kept one another name', async () => {
    const ada = await world.join('one');
    const keep = { network: 'ERC20', address: OUTSIDE.ERC20.toLowerCase(), name: 'Savings' };
    expect(await ada.client.post('/x/address-keep', keep)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect((await ada.client.get('/x/address-book')).info).toEqual([]);
    await confirmed(ada, 'one', '/x/address-keep', keep);
    await confirmed(ada, 'one', '/x/address-keep', { ...keep, name: 'Cold' });
    expect((await ada.client.get('/x/address-book')).info).toMatchObject([{ network: 'ERC20', address: OUTSIDE.ERC20, name: 'Cold' }]);
    const [{ id = '' } = {}] = (await ada.client.get('/x/address-book')).info as { id: string }[];
    const eve = await world.join('two');
    expect(await eve.client.post('/x/address-forget', { id })).toMatchObject({ status: 1 });
    expect((await ada.client.get('/x/address-book')).info).toHaveLength(1);
    await confirmed(ada, 'one', '/x/address-forget', { id });
    expect((await ada.client.get('/x/address-book')).info).toEqual([]);
  });

  it('security: a confirmation is for the address that it names, once: neither for another one nor for leaving "only to my addresses"', async () => {
    const fay = await world.join('six');
    const keep = (address: string) => fay.client.post('/x/address-keep', { network: 'ERC20', address, name: 'Mine' });
    await callConfirmed(world, fay.client, () => keep(OUTSIDE.ERC20), 'six');
    expect(await keep(OTHER)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await confirmed(fay, 'six', '/x/address-only-kept', { on: '1' });
    expect(await fay.client.post('/x/address-only-kept', { on: '0' })).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect((await fay.client.get('/x/address-book')).info).toHaveLength(1);
  });

  it('security: a stolen session neither empties the book nor shuts all other addresses out, and nothing of it changes while the settings are locked', async () => {
    const gil = await world.join('seven');
    await confirmed(gil, 'seven', '/x/address-keep', { network: 'ERC20', address: OUTSIDE.ERC20, name: 'Mine' });
    const [{ id = '' } = {}] = (await gil.client.get('/x/address-book')).info as { id: string }[];
    const asked = [
      await gil.client.post('/x/address-forget', { id }),
      await gil.client.post('/x/address-only-kept', { on: '1' }),
      await gil.client.post('/x/settings-lock', { days: '30' }),
    ];
    expect(asked.map(({ code, params }) => [code, params?.act])).toEqual([
      ['STEP_UP_REQUIRED', 'addressRemoval'],
      ['STEP_UP_REQUIRED', 'address'],
      ['STEP_UP_REQUIRED', 'lock'],
    ]);
    expect((await gil.begin({ address: OTHER })).state).toBe('waiting');
    expect((await gil.client.get('/x/address-book')).info).toHaveLength(1);
    await confirmed(gil, 'seven', '/x/settings-lock', { days: '1' });
    const refused = [
      await gil.client.post('/x/address-forget', { id }),
      await gil.client.post('/x/address-only-kept', { on: '1' }),
      await gil.client.post('/x/address-keep', { network: 'ERC20', address: OTHER, name: 'Other' }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('SETTINGS_LOCKED'));
  });

  it('asks for no confirmation of what changes nothing', async () => {
    const hal = await world.join('eight');
    const only = (on: string) => hal.client.post('/x/address-only-kept', { on });
    expect((await only('0')).info).toEqual({ only_kept: false, only_kept_ends: null });
    await confirmed(hal, 'eight', '/x/address-only-kept', { on: '1' });
    expect((await only('1')).info).toEqual({ only_kept: true, only_kept_ends: null });
    await confirmed(hal, 'eight', '/x/address-only-kept', { on: '0' });
    expect(await only('0')).toMatchObject({ status: 1 });
    // Calling the end off is a change.
    expect(await only('1')).toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  it('takes 50 addresses, and none that can not be paid', async () => {
    const bea = await world.join('three');
    await world.db.read.query(
      `INSERT INTO withdrawal_addresses (user_id, network, address, name, added_at, usable_at)
       SELECT $1, 'ERC20', '0x' || lpad(n::text, 40, '0'), 'n' || n, 0, 0 FROM generate_series(1, 50) AS n`,
      [bea.userId],
    );
    const keep = { network: 'ERC20', address: OTHER, name: 'x' };
    expect(await confirmed(bea, 'three', '/x/address-keep', keep)).toMatchObject({ code: 'ADDRESS_BOOK_FULL' });
    const hot = world.sandbox('ERC20').hotAddress;
    expect(await bea.client.post('/x/address-keep', { ...keep, address: hot })).toMatchObject({ code: 'ADDRESS_IS_OURS' });
  });

  it('"only to my addresses" counts at once, a new address waits in it, and leaving it takes as long as a first payment waits', async () => {
    const cleo = await world.join('four');
    const only = (on: string) => confirmed(cleo, 'four', '/x/address-only-kept', { on });
    expect((await only('1')).info).toEqual({ only_kept: true, only_kept_ends: null });
    expect(await cleo.withdraw()).toMatchObject({ code: 'ADDRESS_NOT_KEPT' });
    await confirmed(cleo, 'four', '/x/address-keep', { network: 'ERC20', address: OUTSIDE.ERC20, name: 'Mine' });
    const until = new Date(world.time.now + MINUTE_MS).toISOString();
    expect(await cleo.withdraw()).toMatchObject({ code: 'ADDRESS_TOO_NEW', params: { until } });
    await world.pass(MINUTE_MS);
    expect((await cleo.begin()).state).toBe('waiting');
    const ends = world.time.now + MINUTE_MS;
    expect((await only('0')).info).toEqual({ only_kept: true, only_kept_ends: ends });
    await world.pass(MINUTE_MS - 1);
    expect(await cleo.withdraw({ address: OTHER })).toMatchObject({ code: 'ADDRESS_NOT_KEPT' });
    expect((await only('0')).info).toEqual({ only_kept: true, only_kept_ends: ends });
    await world.pass(1);
    expect((await cleo.begin({ address: OTHER })).state).toBe('waiting');
  });
});

describe('the mail about a withdrawal', () => {
  it('carries a link that calls off that one without a sign-in, once, and as long as it is not approved', async () => {
    const dora = await world.join('five');
    await world.db.read.query(`UPDATE users SET email = 'dora@mail.example', email_key = 'dora@mail.example' WHERE id = $1`, [dora.userId]);
    const first = await dora.begin({ amount: '100' });
    const second = await dora.begin({ amount: '200' });
    await world.sessions.mailing.sendDue();
    const { info } = await dora.client.get('/x/outbox?to=dora@mail.example', world.bff);
    const mails = (info as { subject: string; text: string }[]).filter(({ subject }) => subject.startsWith('Withdrawal of'));
    const tokenOf = (amount: string) => {
      const mail = mails.find(({ subject }) => subject.includes(`${amount} USDT`));
      expect(mail?.text).toContain(OUTSIDE.ERC20);
      return /cancel-withdrawal#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    };
    const stranger = world.createClient();
    const cancel = (token: string) => stranger.post('/x/withdrawal-cancel-by-link', { token });
    const answers = await Promise.all(Array.from({ length: 200 }, () => cancel(tokenOf('100'))));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect((await dora.read(first.id)).state).toBe('cancelled');
    expect((await dora.read(second.id)).state).toBe('waiting');
    expect(await cancel(tokenOf('100'))).toMatchObject({ code: 'LINK_INVALID' });
    await world.pass(MINUTE_MS);
    expect(await cancel(tokenOf('200'))).toMatchObject({ code: 'WITHDRAWAL_UNDER_WAY' });
    expect(await cancel(`${'a'.repeat(32)}.${'a'.repeat(43)}`)).toMatchObject({ code: 'LINK_INVALID' });
    expect(await stranger.get('/x/withdrawals')).toMatchObject({ code: 'SESSION_REQUIRED' });
  });
});
