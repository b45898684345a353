import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { handle } from '../../lib/bff/handle';
import { buildOpenApi } from '../../lib/bff/openapi';
import type { Operation } from '../../lib/bff/operation';
import { OPERATIONS } from '../../lib/bff/operations';
import { closeLegacyPools } from '../../lib/legacy/call-legacy';
import { RATE_CLASSES } from '../../lib/security/rate-limit';
import { sealSession } from '../../lib/session/unseal';
import { type ApiDocument, readExamples } from '../helpers/example-input';
import { BFF_KEY, type ExchangeProcess, startExchange } from '../helpers/exchange-process';

const SECRET = 's'.repeat(32);
const sent = vi.hoisted(() => ({ count: 0 }));
const jar = new Map<string, string>();
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: (name: string, value: string) => void jar.set(name, value),
  }),
  headers: async () => new Headers(),
}));
vi.mock('../../lib/legacy/send', async (load) => {
  const real = await load<typeof import('../../lib/legacy/send')>();
  return {
    ...real,
    send: ((pool, input) => {
      sent.count += 1;
      return real.send(pool, input);
    }) satisfies typeof real.send,
  };
});

/** Requests of one address, as fast as they come. */
const REQUESTS = 180;
const AT_ONCE = 20;
/** Calls to the exchange that they may be: the largest burst of a class that counts what costs something, and a little time. */
const CALLS_MAX = 140;

let exchange: ExchangeProcess;
beforeAll(async () => {
  // Refusals are logged on purpose; the log is not what is looked at here.
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  exchange = await startExchange();
  Object.assign(process.env, { LEGACY_API_URL: exchange.base, SANDBOX: '1', SESSION_SECRET: SECRET, BFF_KEY, RATE_LIMIT: 'on' });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await closeLegacyPools();
  await exchange?.remove();
});

const letters = (index: number) => [...String(index).padStart(4, '0')].map((digit) => String.fromCharCode(65 + Number(digit))).join('');
/** Ways to say something else each time. */
const WAYS: ((index: number, example: unknown) => unknown)[] = [
  (index) => `${letters(index)}-USDT`,
  (index) => new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
  (index) => index + 2,
  (index) => String(index + 2),
  (index) => `visitor${index}@example.com`,
];

const examples = readExamples(buildOpenApi() as ApiDocument);
type Field = { name: string; choices: readonly unknown[] | null };
function fieldsOf({ input }: Operation): Field[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: unknown[]; const?: unknown }>;
  };
  return Object.entries(schema.properties ?? {}).map(([name, { enum: choices, const: only }]) => ({
    name,
    choices: choices ?? (only === undefined ? null : [only]),
  }));
}

/** Returns inputs that differ in one field. Fails where no way is known to make them: it has to be added above. */
function vary(operation: Operation, { name, choices }: Field): (index: number) => Record<string, unknown> {
  const example = examples[operation.id] ?? {};
  if (choices !== null) return (index) => ({ ...example, [name]: choices[index % choices.length] });
  const isTaken = (value: unknown) => operation.input.safeParse({ ...example, [name]: value }).success;
  const way = WAYS.find((one) => isTaken(one(0, example[name])) && isTaken(one(REQUESTS - 1, example[name])));
  if (way === undefined) throw new Error(`${operation.id}: no way to vary ${name}`);
  return (index) => ({ ...example, [name]: way(index, example[name]) });
}

let addresses = 0;
/** Returns how many calls to the exchange the requests of one address became. */
async function costOf(operation: Operation, inputOf: (index: number) => Record<string, unknown>): Promise<number> {
  addresses += 1;
  const from = `203.0.113.${addresses}`;
  const ask = (index: number) => {
    const input = inputOf(index);
    const headers = { host: 'candor.example', 'x-candor-peer': from };
    const query = new URLSearchParams(input as Record<string, string>).toString();
    return handle(operation, new Request(`http://candor.example${operation.path}?${query}`, { headers }));
  };
  sent.count = 0;
  for (let index = 0; index < REQUESTS; index += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, step) => ask(index + step)));
  }
  return sent.count;
}

const everybodys = OPERATIONS.filter(({ access }) => access !== 'member') as Operation[];
const reads = everybodys.filter(({ method }) => method === 'GET');
const rows = reads.flatMap((operation) => [
  { id: operation.id, field: 'the same each time', operation, inputOf: () => examples[operation.id] ?? {} },
  ...fieldsOf(operation).map((field) => ({
    id: operation.id,
    field: `another ${field.name} each time`,
    operation,
    inputOf: vary(operation, field),
  })),
]);

describe('security: what one address can make everybody’s endpoints cost the exchange', () => {
  it.each(rows)('$id, $field', async ({ operation, inputOf }) => {
    expect(await costOf(operation, inputOf)).toBeLessThanOrEqual(CALLS_MAX);
  });

  it('a write counts each time', () => {
    const writes = everybodys.filter(({ method }) => method === 'POST');
    expect(writes.filter(({ rate }) => RATE_CLASSES[rate].burst > CALLS_MAX).map(({ id }) => id)).toEqual([]);
  });

  it('the cookie of a session that has ended', async () => {
    const upstream = `candor_exchange=${'e'.repeat(43)}`;
    const session = { userId: '7', username: 'ada', mode: 'real', upstream, epoch: '', expiresAt: Date.now() + 3_600_000 } as const;
    jar.set('candor_session', await sealSession(session, SECRET));
    const who = reads.find(({ id }) => id === 'session') as Operation;
    expect(await costOf(who, () => ({}))).toBeLessThanOrEqual(AT_ONCE);
    jar.clear();
  });
});
