import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorBodySchema } from '../../lib/dto/shared';
import { ENDPOINTS } from '../../lib/api/endpoints';
import { closeLegacyPools } from '../../lib/legacy/call-legacy';
import { ApiError } from '../../lib/query/api-client';
import { createWrite, isLocked, type Write } from '../../lib/query/write';
import { sealSession } from '../../lib/session/unseal';
import errorTexts from '../../messages/en/errors.json';
import { takeShare } from '../helpers/turns';
import { INPUTS, askHandler, jar, MEMBER } from './support/app-handlers';
import { type Exchange, type FaultyBackend, LINE_FAULTS, REFUSALS, startFaultyBackend, TYPE_FAULTS } from './support/faulty-backend';
import { countRounds, createRandom, timeoutOf } from './support/rounds';

const SECRET = 's'.repeat(32);
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: (name: string, value: string) => void jar.set(name, value),
  }),
  headers: async () => new Headers(),
}));

/** The app's own bound of 50 s, in a test's time. */
const TIMEOUT_MS = vi.hoisted(() => 80);
vi.mock('../../lib/legacy/send', async (load) => {
  const real = await load<typeof import('../../lib/legacy/send')>();
  return { ...real, send: ((pool, input) => real.send(pool, { ...input, timeoutMs: TIMEOUT_MS })) satisfies typeof real.send };
});

const INTENTS = countRounds({ short: 100, long: 3_000 });
const TRIES_MAX = 60;
/** Endpoints that have an answer of their own when the exchange has none. */
const ANSWERS_ALONE = new Set(['session', 'signOut', 'walletFound', 'preferences', 'walletMessage', 'health', 'features']);
/** Sent as a POST for what it is given, and asks the backend alone: a question may be asked again. */
const ASKS_ALONE = new Set(['linkMessage']);
/** Public endpoints meet all faults, members' a sixth of them; in the long form each meets each. */
const SHARE = 6;
const OPEN = ENDPOINTS.filter(({ access }) => access !== 'member');
const MEMBERS = ENDPOINTS.filter(({ access }) => access === 'member');
const namesOf = (faults: object, fault: string) =>
  [...OPEN, ...takeShare(MEMBERS, Object.keys(faults).indexOf(fault), SHARE)].map(({ id }) => id);
const isWrite = (name: string) => ENDPOINTS.some(({ id, method }) => id === name && method === 'POST' && !ASKS_ALONE.has(id));

let backend: FaultyBackend;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  backend = await startFaultyBackend();
  Object.assign(process.env, { LEGACY_API_URL: backend.baseUrl, SESSION_SECRET: SECRET, BFF_KEY: SECRET, RATE_LIMIT: 'off', SANDBOX: '1' });
  // Failures are logged on purpose; the log is not what is looked at here.
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  process.on('unhandledRejection', note);
});
beforeEach(async () => {
  await signIn();
  backend.seen.length = 0;
});
afterEach(() => expect(unhandled).toEqual([]));
afterAll(async () => {
  process.off('unhandledRejection', note);
  vi.restoreAllMocks();
  await closeLegacyPools();
  await backend.close();
});

/** Puts a new session into the browser: a sign-out ends one cookie for good. */
async function signIn(): Promise<void> {
  const session = { ...MEMBER, upstream: 'candor_exchange=x', epoch: '' } as const;
  jar.clear();
  jar.set('candor_session', await sealSession({ ...session, expiresAt: Date.now() + 3_600_000 }, SECRET));
}

/** Asks one endpoint and returns the code it refused with, 'success' else. A refusal has one shape, a known code and a text. */
async function codeOf(name: string, values = INPUTS[name] ?? {}): Promise<string> {
  const response = await askHandler(name, values);
  const body: unknown = await response.json();
  if (response.ok) return 'success';
  const { code, message = '' } = errorBodySchema.parse(body).error;
  expect(message, name).not.toMatch(/SQLSTATE|script|\.php|[\p{Cc}\p{Cf}]/u);
  expect(errorTexts, code).toHaveProperty(code);
  expect(code, `${name}: ${JSON.stringify(body)}`).not.toBe('INTERNAL');
  return code;
}

describe('every endpoint, with a backend that always', () => {
  test.each(Object.keys(LINE_FAULTS))('%s: refuses with a known code, and sends a write once', async (fault) => {
    backend.answer = LINE_FAULTS[fault] as never;
    for (const name of namesOf(LINE_FAULTS, fault)) {
      await signIn();
      backend.seen.length = 0;
      // A sign-out that failed is tried again behind the answer, also while the next endpoints are asked.
      const listCalls = () => backend.seen.filter((call) => !/\/x\/features|\/loginout/.test(call));
      let code = await codeOf(name);
      // That the fault before closed a connection may be noticed by the first request on it, which then never gets out.
      if (listCalls().length === 0) code = await codeOf(name);
      const calls = listCalls();
      if (!ANSWERS_ALONE.has(name) && name !== 'signInWallet') expect(calls.length, `${name} reaches the backend`).toBeGreaterThan(0);
      if (isWrite(name)) expect(new Set(calls).size, `${name}: ${calls.join(', ')}`).toBe(calls.length);
      if (!ANSWERS_ALONE.has(name)) expect(code, name).not.toBe('success');
    }
  });

  test.each(Object.keys(REFUSALS))('%s: refuses with a known code, and shows no word of its insides', async (fault) => {
    backend.answer = REFUSALS[fault] as never;
    for (const name of namesOf(REFUSALS, fault)) {
      await signIn();
      const code = await codeOf(name);
      if (!ANSWERS_ALONE.has(name)) expect(code, name).not.toBe('success');
    }
  });

  test.each(Object.keys(TYPE_FAULTS))('%s: refuses with a known code or shows nothing', async (fault) => {
    backend.answer = TYPE_FAULTS[fault] as never;
    for (const name of namesOf(TYPE_FAULTS, fault)) {
      await signIn();
      await codeOf(name);
    }
  });
});

describe('a person who presses on', () => {
  test.each([0.01, 0.3, 0.8])(
    `places ${INTENTS} orders once each, where a share of %f of the answers is broken before or after the effect`,
    async (share) => {
      const random = createRandom(`legacy backend ${share}`);
      const effects = new Map<string, number>();
      const faults = Object.values(LINE_FAULTS);
      let broken = 0;
      backend.answer = (exchange) => {
        const fault = random.chance(share) ? random.pick(faults) : null;
        broken += fault === null ? 0 : 1;
        if (fault !== null && random.chance(0.5)) return fault(exchange);
        const id = new URLSearchParams(exchange.form).get('request_id') ?? '';
        // A sign-out of the tests before is still being tried.
        if (id !== '' && !effects.has(id)) effects.set(id, effects.size + 1);
        if (fault !== null) return fault(exchange);
        sendOrder(exchange, effects.get(id) ?? 0);
      };
      const write = createTicket(() => `request-${random.below(2 ** 31)}-${effects.size}`.padEnd(16, '0'));
      for (let n = 1; n <= INTENTS; n += 1) {
        const { requestId: _number, ...order } = INPUTS.placeOrder as Input;
        await placeUntilDone(write, { ...order, quantity: `0.0${n}` });
        expect(effects.size, `after order ${n}`).toBe(n);
      }
      process.stdout.write(`legacy backend: ${INTENTS} orders, ${broken} broken answers, ${effects.size} effects\n`);
    },
    timeoutOf({ rounds: INTENTS, roundMsMax: 1_000 }),
  );
});

type Input = Record<string, unknown>;

/** The write of a ticket whose backend can't say what became of a request. */
function createTicket(makeId: () => string): Write<Input, unknown> {
  return createWrite<Input, unknown>({
    post: async (body) => {
      const response = await askHandler('placeOrder', body);
      const answer: unknown = await response.json();
      if (!response.ok) throw new ApiError(errorBodySchema.parse(answer).error.code, response.status);
      return answer;
    },
    isNumbered: true,
    isOnline: () => true,
    keep: () => undefined,
    settle: () => undefined,
    now: () => 0,
    later: () => () => undefined,
    makeId,
  });
}

/** As the ticket does: the same request until the outcome is known. */
async function placeUntilDone(write: Write<Input, unknown>, input: Input): Promise<void> {
  write.start(input, 'Buy');
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    await vi.waitUntil(() => write.read().step !== 'sending', { interval: 1, timeout: 60_000 });
    const { step, error } = write.read();
    if (step === 'done') return;
    expect(isLocked(step), `${String(error)} says that nothing happened`).toBe(true);
    write.again();
  }
  throw new Error(`not placed after ${TRIES_MAX} tries`);
}

function sendOrder({ response }: Exchange, id: number): void {
  const order = {
    id: String(id),
    market: 'BTC-USDT',
    type: 'buy',
    kind: 'market',
    tif: 'IOC',
    price: null,
    num: '0.01',
    filled: '0.01',
    filled_value: '500',
    fee: '0.00001',
    fee_coin: 'BTC',
    state: 'filled',
    reason: null,
    time: 1,
    updated: 1,
  };
  response.end(JSON.stringify({ status: 1, info: { id: order.id, state: order.state, filled: order.filled, order }, url: '' }));
}
