import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestWorld, solveChallenge, type TestWorld } from '../../../tests/helpers/accounts-world';
import { signLogin, walletOf } from '../../../tests/helpers/test-wallet';
import type { Database, Tx } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { hashPassword } from './accounts.passwords';

const PASSWORD = 'correct horse battery';
const KNOWN = { name: 'known', email: 'known@candor.example' };
const NOBODY = { name: 'nobody', email: 'nobody@candor.example' };
let world: TestWorld;
let ip = 0;
/** What takes time: every statement, as the database sees it, with the values left out, and every password hash with what makes it costly. */
const { work } = vi.hoisted(() => ({ work: [] as string[] }));

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const costOf = (hash: unknown) => String(hash).split('$').slice(0, 4).join('$');
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      work.push('hash');
      return real.hash(...given);
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      work.push(`verify ${costOf(given[0])}`);
      return real.verify(...given);
    },
  };
});

beforeAll(async () => {
  const db = await createTestDatabase();
  const watch = (tx: Tx): Tx => ({
    query(text, params) {
      work.push(text);
      return tx.query(text, params);
    },
  });
  const watched: Database = {
    ...db,
    read: watch(db.read),
    long: watch(db.long),
    transaction: (run, options) => db.transaction((tx) => run({ ...watch(tx), script: (text) => tx.script(text) }), options),
  };
  world = await createTestWorld({}, { db: watched });
  const passwordHash = await hashPassword(PASSWORD);
  const accounts = [
    [KNOWN.name, KNOWN.email, passwordHash, null, null, 'KNOWNAAA'],
    ['by-wallet', 'by-wallet@candor.example', null, null, null, 'KNOWNBBB'],
    ['frozen', 'frozen@candor.example', passwordHash, world.platform.clock.now(), null, 'KNOWNCCC'],
    ['closed', 'closed@candor.example', null, null, world.platform.clock.now(), 'KNOWNDDD'],
  ];
  for (const account of accounts) {
    await db.read.query(
      `INSERT INTO users (username, username_key, email, email_key, password_hash, frozen_at, closed_at, referral_code)
       VALUES ($1, $1, $2, $2, $3, to_timestamp($4::int8 / 1000.0), to_timestamp($5::int8 / 1000.0), $6)`,
      account,
    );
  }
});
afterAll(() => world.close());

/** Each from a network of its own, so that neither is slowed by the other. */
const from = () => {
  ip += 1;
  return { ...world.bff, 'x-client-ip': `203.0.${ip}.7` };
};
const isNoSession = (text: string) => !text.includes('used_challenges');

async function watchWork<T>(run: () => Promise<T>): Promise<{ answer: T; work: string[] }> {
  work.length = 0;
  const answer = await run();
  return { answer, work: work.filter(isNoSession) };
}

describe('security: a sign-in by a name that nobody has costs and answers what a wrong password does', () => {
  const signIn = (username: string) =>
    watchWork(() => world.createClient().post('/Login/submit', { username, password: 'a wrong password', is_cs: '1' }, from()));

  it.each([NOBODY.name, NOBODY.email, 'by-wallet', 'by-wallet@candor.example', 'frozen', 'closed', KNOWN.email])('%s', async (name) => {
    const known = await signIn(KNOWN.name);
    expect(known.answer).toMatchObject({ code: 'LOGIN_FAILED' });
    // One hash at the price of today, and nothing else that is dear.
    expect(known.work.filter((piece) => /^(hash|verify)/.test(piece))).toEqual(['verify $argon2id$v=19$m=19456,t=2,p=1']);
    expect(await signIn(name)).toEqual(known);
  });
});

it('security: a link for a new password is answered in the same words, after the same work, whoever has the address or nobody', async () => {
  const ask = async (email: string) => {
    const client = world.createClient();
    const verify = await solveChallenge(client);
    return watchWork(() => client.post('/x/password-link', { email, verify }, from()));
  };
  const known = await ask(KNOWN.email);
  expect(known.answer).toMatchObject({ status: 1 });
  for (const name of [NOBODY.name, 'by-wallet', 'frozen', 'closed', KNOWN.name]) {
    expect(await ask(`${name}@candor.example`), name).toEqual(known);
  }
});

it('security: a code for a registration is answered in the same words, after the same work, for an address that has an account', async () => {
  const ask = async ({ email }: typeof KNOWN, browser: string) => {
    const client = world.createClient();
    const form = { email, purpose: 'register', browser: browser.repeat(43), verify: await solveChallenge(client) };
    return watchWork(() => client.post('/home/login/mailcode', form, from()));
  };
  expect(await ask(KNOWN, 'a')).toEqual(await ask(NOBODY, 'b'));
});

describe('security: a wallet that has an account, and one that has none', () => {
  const [member, stranger, thief] = [walletOf('member'), walletOf('stranger'), walletOf('thief')] as const;
  const send = (fields: Record<string, string>) =>
    watchWork(() =>
      world.createClient().get(`/Login/walletLogin?${new URLSearchParams({ ip: '1.2.3.4', is_cs: '1', ...fields })}`, world.bff),
    );
  beforeAll(async () => {
    expect((await send(await signLogin(member, world.time.now))).answer).toMatchObject({ status: 1 });
  });

  it.each<[string, string, (wallet: typeof member) => Promise<Record<string, string>>]>([
    ['nothing', 'WALLET_SIGNATURE_WRONG', async ({ address }) => ({ username: address })],
    [
      "somebody else's signature",
      'WALLET_SIGNATURE_WRONG',
      async (wallet) => {
        const asked = await signLogin(wallet, world.time.now);
        return { ...asked, signature: await thief.signMessage({ message: asked.message }) };
      },
    ],
    [
      "somebody else's message",
      'WALLET_SIGNATURE_WRONG',
      async ({ address }) => ({ ...(await signLogin(thief, world.time.now)), username: address }),
    ],
    [
      'a message that is over',
      'WALLET_MESSAGE_EXPIRED',
      (wallet) => signLogin(wallet, world.time.now, { issuedAt: world.time.now - 360_000 }),
    ],
  ])('are refused with the same answer and the same statements for %s', async (_name, code, make) => {
    const known = await send(await make(member));
    expect(known.answer).toMatchObject({ status: 0, code });
    expect(await send(await make(stranger))).toEqual(known);
  });

  it('are answered alike when they sign in, the first time and later', async () => {
    const first = await send(await signLogin(stranger, world.time.now));
    expect(first.answer).toMatchObject({ status: 1 });
    expect((await send(await signLogin(member, world.time.now))).answer).toEqual(first.answer);
  });
});
