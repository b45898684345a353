import { beforeAll, expect, it, vi } from 'vitest';
import { handle } from '../../lib/bff/handle';
import { buildOpenApi } from '../../lib/bff/openapi';
import { OPERATIONS } from '../../lib/bff/operations';
import type { Operation } from '../../lib/bff/operation';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import { ERRORS, type ErrorCode } from '../../lib/protocol/errors';
import { sealSession } from '../../lib/session/unseal';
import { type ApiDocument, readExamples } from '../helpers/example-input';
import { createRandom, drawAnswer } from '../helpers/strange-answers';

const SECRET = 's'.repeat(32);
const ORIGIN = 'http://localhost:3000';
const TRIES = 25;
const random = createRandom(17);
/** What the backend said last, for the message of a test that fails. */
let said = '';

const jar = vi.hoisted(() => ({ get: () => undefined, set: () => undefined, delete: () => undefined }));
vi.mock('next/headers', () => ({ cookies: async () => jar, headers: async () => new Headers() }));
vi.mock('../../lib/legacy/send', async (load) => ({
  ...(await load<typeof import('../../lib/legacy/send')>()),
  send: async (_pool: unknown, { method, path }: { method: string; path: string }) => {
    said = answerOf(method, path);
    return { status: 200, setCookie: undefined, body: said };
  },
}));

const stepsOf = (path: string) => path.split('/').filter((step) => step !== '');
function answerOf(method: string, path: string): string {
  const asked = stepsOf(path.replace(/\?.*$/, '').replace(/^\/api/, ''));
  const call = CATALOGUE.find((one) => {
    const steps = stepsOf(one.path);
    const isMeant = steps.length === asked.length && steps.every((step, at) => step.startsWith('{') || step === asked[at]);
    return isMeant && (one.method === method || one.isPosted);
  });
  if (call === undefined) throw new Error(`no call is at ${method} ${path}`);
  const answer = drawAnswer(call.answer, random);
  return JSON.stringify(call.carrier === 'url' ? { status: 1, info: '', url: answer } : { status: 1, info: answer, url: '' });
}

let examples: Record<string, Record<string, unknown>>;
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  Object.assign(process.env, { SESSION_SECRET: SECRET, BFF_KEY: SECRET, SANDBOX: '1', LEGACY_API_URL: 'http://127.0.0.1:9/api' });
  Object.assign(process.env, { LEGACY_API_KIND: 'foreign', PUBLIC_ORIGIN: ORIGIN });
  examples = readExamples(buildOpenApi() as unknown as ApiDocument);
});

async function askAs(userId: string, operation: Operation): Promise<Response> {
  const input = examples[operation.id] ?? {};
  const session = { userId, username: 'ada', mode: 'real', upstream: 'PHPSESSID=1', epoch: '', expiresAt: Date.now() + 600_000 } as const;
  const headers = new Headers({
    cookie: `candor_session=${encodeURIComponent(await sealSession(session, SECRET))}`,
    ...{ 'x-shown-user': userId, 'x-shown-mode': 'real', origin: ORIGIN, host: 'localhost:3000', 'content-type': 'application/json' },
  });
  const params = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  if (operation.method === 'GET') return handle(operation, new Request(`${ORIGIN}/api?${new URLSearchParams(params)}`, { headers }));
  return handle(operation, new Request(`${ORIGIN}/api`, { method: 'POST', headers, body: JSON.stringify(input) }));
}

it.each(OPERATIONS.filter(({ method, ...rest }) => method === 'GET' || !('upload' in rest)).map((operation) => [operation.id, operation]))(
  '%s says that an answer at the bounds of the catalogue can not be read, or what it says; it is never our own fault',
  async (_id, operation) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      // A member is one person, and asked for nothing just now.
      const answer = await askAs(`${1_000 + tries}`, operation);
      const text = await answer.text();
      if (answer.ok) continue;
      const { code } = (JSON.parse(text) as { error: { code: ErrorCode } }).error;
      expect(code, said.slice(0, 2_000)).not.toBe('INTERNAL');
      // A write that counts once may have been done.
      const isNumbered = 'numbered' in operation && operation.numbered !== undefined;
      if (isNumbered && ERRORS[code].status >= 500) expect(code, said.slice(0, 2_000)).toBe('OUTCOME_UNKNOWN');
    }
  },
);
