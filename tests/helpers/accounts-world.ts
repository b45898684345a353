import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TAKES_TOKEN_HEADER } from '../../lib/protocol/define-call';
import { composeModules } from '../../exchange/composition/compose';
import type { ExchangeModule } from '../../exchange/composition/module';
import type { Platform } from '../../exchange/platform/app';
import type { Database } from '../../exchange/platform/db';
import { createServer } from '../../exchange/http/server';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform, TEST_BFF_KEY } from '../../exchange/platform/test-platform';
import { createFilesModule } from '../../exchange/modules/files/files.module';
import { readIdentity } from '../../exchange/modules/identity/identity';
import { createIdentityModule } from '../../exchange/modules/identity/identity.module';
import { JobRunner } from '../../exchange/platform/job-runner';
import { endOwnSubscription } from '../../exchange/modules/notifications/notifications';
import { createProtectionModule } from '../../exchange/modules/protection/protection.module';
import { createFaucetModule } from '../../exchange/modules/faucet/faucet.module';
import { createSessionsModule } from '../../exchange/modules/sessions/sessions.module';
import { createSecurityModule } from '../../exchange/modules/security/security.module';
import { createStepUpModule } from '../../exchange/modules/step-up/step-up.module';
import { createAccountsModule } from '../../exchange/modules/accounts/accounts.module';
import { SPOT_CODES } from '../../exchange/modules/spot/spot.postings';
import { toMultipart } from './pictures';
import { signLogin, walletOf } from './test-wallet';
import type { Prices } from '../../exchange/modules/accounts/accounts.valuation';

export type Envelope = { status: number; info: unknown; url: unknown; code?: string; state?: number; params?: Record<string, string> };
export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<Envelope>;
  post(path: string, fields: Record<string, string> | string, headers?: Record<string, string>): Promise<Envelope>;
  /** Sends a picture as a form does. */
  upload(path: string, file: Buffer, fields?: Record<string, string>): Promise<Envelope>;
  cookie: string;
};

type Basics = {
  platform: Platform;
  sessions: ReturnType<typeof createSessionsModule>;
  stepUp: ReturnType<typeof createStepUpModule>;
  accounts: ReturnType<typeof createAccountsModule>;
};
type Given = {
  db?: Database;
  /** More modules, with what they need of these. */
  more?(basics: Basics): Promise<ExchangeModule[]>;
};

/** A proof of work of some hundred hashes instead of 65,000: what counts is that it is asked for, right, and used once. */
const CHALLENGE_BITS = 8;

/** Returns accounts and faucet behind the real http border, on a fresh database, with prices that a test sets. */
export async function createTestWorld(env: Parameters<typeof createTestPlatform>[1] = {}, given: Given = {}) {
  const db = given.db ?? (await createTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'accounts-'));
  const { platform, time, heard } = createTestPlatform(db, { ...env, env: { dataDir, ...env?.env } });
  const market = {
    prices: new Map([
      ['BTC', '50000'],
      ['ETH', '2500'],
    ]),
    opens: new Map([['BTC', '40000']]),
  };
  const prices: Prices = {
    getPrice: (asset) => (asset === 'USDT' || asset === 'USDC' ? '1' : (market.prices.get(asset) ?? null)),
    getOpenToday: async (asset) => (asset === 'USDT' || asset === 'USDC' ? '1' : (market.opens.get(asset) ?? null)),
    getChangeRate: () => '-0.0123',
  };
  const accounts = createAccountsModule(platform, {
    prices,
    challengeBits: CHALLENGE_BITS,
    readIdentityState: async (userId) => (await readIdentity(db.read, userId)).state,
    endGiven: endOwnSubscription,
    secondFactor: {
      isBound: (...of) => security.secondFactor.isBound(...of),
      admit: (of) => security.secondFactor.admit(of),
      endContest: (...of) => security.secondFactor.endContest(...of),
      checkPasskey: (of) => security.secondFactor.checkPasskey(of),
    },
  });
  const files = createFilesModule(platform);
  const identity = createIdentityModule(platform, { codes: accounts.identityCodes, files: files.service });
  const stepUp = createStepUpModule(platform, { ...accounts, throttle: accounts.factorThrottle });
  const security = createSecurityModule(platform, {
    stepUp: stepUp.stepUp,
    throttle: accounts.factorThrottle,
    accounts: accounts.service,
  });
  const sessions = createSessionsModule(platform, { accounts: accounts.service, mailer: accounts.mailer, stepUp: stepUp.stepUp });
  const protection = createProtectionModule(platform, {
    accounts: accounts.service,
    emailCodes: accounts.emailCodes,
    wallets: accounts.wallets,
    stepUp: stepUp.stepUp,
    mailChange: sessions.mailChange,
  });
  const faucet = createFaucetModule(platform);
  const more = (await given.more?.({ platform, sessions, stepUp, accounts })) ?? [];
  const { calls, jobs } = composeModules([
    accounts,
    stepUp,
    security,
    sessions,
    protection,
    faucet,
    files,
    identity,
    { name: 'spot', journalCodes: SPOT_CODES },
    ...more,
  ]);
  const unlisted = new Set<string>();
  const app = createServer({
    calls,
    bffKey: TEST_BFF_KEY,
    clock: platform.clock,
    log: platform.log,
    metrics: platform.metrics,
    authenticate: accounts.service.authenticate,
    isRateLimited: platform.env.isRateLimited,
    onUnlisted: (call, code) => void unlisted.add(`${call.id} ${code}`),
  });
  const createClient = (): Client => {
    const send = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, payload?: string | Buffer) => {
      const reply = await app.inject({
        method,
        url: `/api${path}`,
        headers: { [TAKES_TOKEN_HEADER]: '1', ...(client.cookie && { cookie: client.cookie }), ...headers },
        ...(payload != null && { payload }),
      });
      const line = reply.headers['set-cookie'];
      if (typeof line === 'string') client.cookie = line.startsWith('candor_exchange=;') ? '' : (line.split(';')[0] ?? '');
      if (reply.statusCode !== 200) throw new Error(`HTTP ${reply.statusCode} ${reply.body}`);
      return reply.json<Envelope>();
    };
    const client: Client = {
      upload: (path, file, fields = {}) => {
        const { body, type } = toMultipart(file, fields);
        return send('POST', path, { 'content-type': type }, body);
      },
      cookie: '',
      get: (path, headers = {}) => send('GET', path, headers),
      post: (path, fields, headers = {}) =>
        send(
          'POST',
          path,
          { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
        ),
    };
    return client;
  };
  return {
    db,
    platform,
    time,
    heard,
    market,
    accounts,
    sessions,
    stepUp: stepUp.stepUp,
    files,
    jobs: new JobRunner({ ...platform, kinds: jobs }),
    app,
    createClient,
    bff: { 'x-bff-key': TEST_BFF_KEY },
    close: async () => {
      await app.close();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
      // A caller is told what may happen by the catalogue: each refusal of a handler stands there.
      if (unlisted.size > 0) throw new Error(`refusals that the catalogue does not list: ${[...unlisted].join(', ')}`);
    },
  };
}

export type TestWorld = Awaited<ReturnType<typeof createTestWorld>>;

/** Returns a client signed in with the wallet of a name. */
export async function signInByWallet(
  world: TestWorld,
  input: { wallet?: string; mode?: '0' | '1'; invite?: string } = {},
): Promise<Client> {
  const client = world.createClient();
  const signed = await signLogin(walletOf(input.wallet ?? 'first'), world.time.now);
  const fields = { ...signed, ip: '1.2.3.4', is_cs: input.mode ?? '0', ...(input.invite && { invit: input.invite }) };
  const answer = await client.get(`/Login/walletLogin?${new URLSearchParams(fields)}`, world.bff);
  if (answer.status !== 1) throw new Error(JSON.stringify(answer));
  return client;
}

/** Asks for a challenge and does its work. */
export async function solveChallenge(client: Client): Promise<string> {
  const { id, salt, bits } = (await client.get('/verify/regss')).info as { id: string; salt: string; bits: number };
  for (let nonce = 0; ; nonce += 1) {
    const digest = createHash('sha256').update(`${salt}:${nonce}`).digest();
    if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return `${id}.${nonce}`;
  }
}
