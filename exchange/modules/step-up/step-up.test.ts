import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STEP_UP_LIFE_MS } from '../../../lib/rules/step-up';
import { type Client, createTestWorld, type Envelope, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { confirmByWallet, grantStepUp, readStepUp } from '../../../tests/helpers/step-up';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import { DomainError } from '../../platform/domain-error';

const SUBJECT = { amount: '10 USDT', address: '0x00000000000000000000000000000000000000aa' };
let world: TestWorld;
let names = 0;
let wallet: string;
let client: Client;
let caller: { userId: string; sessionId: string };
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  wallet = `wallet ${names++}`;
  client = await signInByWallet(world, { wallet });
  caller = await callerOf(client);
});

async function callerOf(of: Client) {
  const session = await world.accounts.service.authenticate(of.cookie.split('=')[1] ?? '');
  if (session === null) throw new Error('not signed in');
  return session;
}
/** Does a withdrawal as far as its confirmation; null when it may go on, else the refusal. */
async function withdraw(subject = SUBJECT, of = caller): Promise<Envelope | null> {
  try {
    await world.db.transaction((tx) => world.stepUp.require(tx, of, { act: 'withdrawal', ...subject }));
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { status: 0, info: '', url: '', code: error.code, ...(error.params && { params: error.params }) };
  }
}
async function refused(): Promise<Envelope> {
  const refusal = await withdraw();
  if (refusal === null) throw new Error('it was not refused');
  return refusal;
}
async function addEmail(email: string | null): Promise<void> {
  await world.db.read.query('UPDATE users SET email = $2, email_key = $2, wallet_address = NULL WHERE id = $1', [caller.userId, email]);
}
async function readCode(email: string): Promise<string> {
  const { info } = await world.createClient().get(`/x/outbox?to=${email}`, world.bff);
  return /code is (\d{6})/.exec((info as { text: string }[])[0]?.text ?? '')?.[1] ?? '';
}

describe('an act that counts once', () => {
  it('is refused with the ways of its user, goes on once after a signature that names it, and is refused again', async () => {
    const refusal = await refused();
    expect(refusal).toMatchObject({ code: 'STEP_UP_REQUIRED', params: { act: 'withdrawal', ways: 'wallet' } });
    const { info } = await client.post('/x/step-up-start', { ticket: readStepUp(refusal).ticket, way: 'wallet' });
    expect(info).toMatchObject({ statement: expect.stringContaining(`amount 10 USDT, address ${SUBJECT.address}`) });
    expect(await confirmByWallet(world, client, refusal, wallet)).toMatchObject({ info: { until: world.time.now + STEP_UP_LIFE_MS } });
    expect([await withdraw(), (await withdraw())?.code]).toEqual([null, 'STEP_UP_REQUIRED']);
  });

  it('security: is not the one to another address, of another amount, of another session or of another user', async () => {
    await confirmByWallet(world, client, await refused(), wallet);
    const other = await callerOf(await signInByWallet(world, { wallet }));
    const stranger = await callerOf(await signInByWallet(world, { wallet: `${wallet} stranger` }));
    const tries = [
      await withdraw({ ...SUBJECT, address: '0xbb' }),
      await withdraw({ ...SUBJECT, amount: '11 USDT' }),
      await withdraw(SUBJECT, other),
      await withdraw(SUBJECT, stranger),
    ];
    expect(tries.map((one) => one?.code)).toEqual(Array(4).fill('STEP_UP_REQUIRED'));
    expect(await withdraw()).toBeNull();
  });

  it('security: of 200 at once with one confirmation one goes on', async () => {
    await confirmByWallet(world, client, await refused(), wallet);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => withdraw()));
    expect(outcomes.filter((one) => one === null)).toHaveLength(1);
  });

  it('is asked for ahead of the work for it without being used up', async () => {
    const ahead = () => world.stepUp.requireAhead(world.db.read, caller, { act: 'withdrawal', ...SUBJECT });
    await expect(ahead()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    await confirmByWallet(world, client, await refused(), wallet);
    await ahead();
    await ahead();
    expect([await withdraw(), (await withdraw())?.code]).toEqual([null, 'STEP_UP_REQUIRED']);
    await expect(ahead()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
  });

  it('is refused once its five minutes are over', async () => {
    await confirmByWallet(world, client, await refused(), wallet);
    world.time.now += STEP_UP_LIFE_MS;
    expect((await withdraw())?.code).toBe('STEP_UP_REQUIRED');
  });

  it('stays confirmed when its transaction has no effect', async () => {
    await grantStepUp(world.db, { ...caller, now: world.time.now, act: 'withdrawal', ...SUBJECT });
    const failed = world.db.transaction(async (tx) => {
      await world.stepUp.require(tx, caller, { act: 'withdrawal', ...SUBJECT });
      throw new DomainError('INSUFFICIENT_BALANCE');
    });
    await expect(failed).rejects.toThrow('INSUFFICIENT_BALANCE');
    expect(await withdraw()).toBeNull();
  });
});

describe('a signature of the wallet', () => {
  const prove = async (change: { statement?: string; nonce?: string; wallet?: string }) => {
    const { ticket } = readStepUp(await refused());
    const { info } = await client.post('/x/step-up-start', { ticket, way: 'wallet' });
    const { statement, nonce } = { ...(info as { statement: string; nonce: string }), ...change };
    const signed = await signLogin(walletOf(change.wallet ?? wallet), world.time.now, { statement, nonce });
    return client.post('/x/step-up', { ticket, way: 'wallet', message: signed.message, signature: signed.signature });
  };
  it('security: by another wallet, about something else, or for another ticket confirms nothing', async () => {
    const tries = [
      await prove({ wallet: 'somebody else' }),
      await prove({ statement: 'Sign in.' }),
      await prove({ nonce: 'f'.repeat(32) }),
    ];
    expect(tries.map(({ code }) => code)).toEqual(Array(3).fill('WALLET_SIGNATURE_WRONG'));
    expect((await withdraw())?.code).toBe('STEP_UP_REQUIRED');
  });

  it('security: under a confirmation signs nobody in', async () => {
    const { ticket } = readStepUp(await refused());
    const { info } = await client.post('/x/step-up-start', { ticket, way: 'wallet' });
    const signed = await signLogin(walletOf(wallet), world.time.now, info as { statement: string; nonce: string });
    const fields = new URLSearchParams({ ...signed, ip: '1.2.3.4', is_cs: '1' });
    const answer = await world.createClient().get(`/Login/walletLogin?${fields}`, world.bff);
    expect(answer).toMatchObject({ code: 'WALLET_SIGNATURE_WRONG' });
  });
});

describe('a mailed code', () => {
  it('names what it confirms; of 200 uses at once one counts', async () => {
    const email = `mail${names}@candor.example`;
    await addEmail(email);
    const { ticket, ways } = readStepUp(await refused());
    expect(ways).toBe('mail');
    expect(await client.post('/x/step-up-start', { ticket, way: 'mail' })).toMatchObject({ info: { sent_to: 'm***@candor.example' } });
    const { info } = await world.createClient().get(`/x/outbox?to=${email}`, world.bff);
    expect((info as { text: string }[])[0]?.text).toContain(`Withdrawal\nAmount: 10 USDT\nAddress: ${SUBJECT.address}`);
    // As people type it: a space between, digits of full width.
    const code = (await readCode(email)).replace(/^(...)/, '$1 ').replace(/\d$/, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.post('/x/step-up', { ticket, way: 'mail', code })));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect(await withdraw()).toBeNull();
    expect((await withdraw())?.code).toBe('STEP_UP_REQUIRED');
  });

  it('security: counts for the ticket that it was mailed for alone, and guessing is slowed', async () => {
    const email = `mail${names}@candor.example`;
    await addEmail(email);
    const [first, second] = [readStepUp(await refused()).ticket, readStepUp(await refused()).ticket];
    await client.post('/x/step-up-start', { ticket: first, way: 'mail' });
    const code = await readCode(email);
    expect(await client.post('/x/step-up', { ticket: second, way: 'mail', code })).toMatchObject({ code: 'MAIL_CODE_WRONG' });
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await client.post('/x/step-up', { ticket: first, way: 'mail', code: `00000${n}` })).code);
    expect(codes).toEqual([...Array(4).fill('MAIL_CODE_WRONG'), 'LOGIN_WAIT', 'LOGIN_WAIT']);
  });
});

describe('what is to be confirmed', () => {
  it('has expired where an exchange of another version asked for it by an act that this one doesn’t know', async () => {
    const [text = ''] = readStepUp(await refused()).ticket.split('.');
    const body = Buffer.from(Buffer.from(text, 'base64url').toString().replace('"withdrawal"', '"inheritance"')).toString('base64url');
    const mac = createHmac('sha256', world.platform.env.bffKey).update(`step-up ${body}`).digest('base64url');
    expect(await client.post('/x/step-up-start', { ticket: `${body}.${mac}`, way: 'wallet' })).toMatchObject({ code: 'STEP_UP_EXPIRED' });
  });

  it('security: is worth nothing when made up, changed, too late, of another session, or by a way its user has not', async () => {
    const { ticket } = readStepUp(await refused());
    const [body = '', mac = ''] = ticket.split('.');
    const changed = Buffer.from(Buffer.from(body, 'base64url').toString().replace('10 USDT', '99 USDT')).toString('base64url');
    const other = await signInByWallet(world, { wallet });
    const start = (of: Client, text: string, way = 'wallet') => of.post('/x/step-up-start', { ticket: text, way });
    const tries = [await start(client, `${changed}.${mac}`), await start(other, ticket), await start(client, ticket, 'mail')];
    world.time.now += 15 * 60_000;
    tries.push(await start(client, ticket));
    expect(tries.map(({ code }) => code)).toEqual(Array(4).fill('STEP_UP_EXPIRED'));
  });
});

describe('a new password', () => {
  it('is set without the old one after a confirmation, and holds outgoing money for a day', async () => {
    const email = `mail${names}@candor.example`;
    await addEmail(email);
    await world.db.read.query(`UPDATE users SET password_hash = 'x' WHERE id = $1`, [caller.userId]);
    const chosen = 'a new and longer password';
    const change = () => client.post('/x/password-change', { password: chosen, repassword: chosen });
    const { ticket } = readStepUp(await change());
    await client.post('/x/step-up-start', { ticket, way: 'mail' });
    expect(await client.post('/x/step-up', { ticket, way: 'mail', code: await readCode(email) })).toMatchObject({ status: 1 });
    expect(await world.stepUp.outgoingHeldUntil(world.db.read, caller.userId)).toBeNull();
    expect(await change()).toMatchObject({ status: 1 });
    expect(await world.stepUp.outgoingHeldUntil(world.db.read, caller.userId)).toBe(world.time.now + 86_400_000);
  });
});
