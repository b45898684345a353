import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handleOperator } from './handle';

const ORIGIN = 'https://console.candor.example';
const SECRET = 's'.repeat(40);
const kept = new Map<string, string>();
const attributesOf = new Map<string, object>();
vi.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-forwarded-for': '203.0.113.7' }),
  cookies: async () => ({
    get: (name: string) => (kept.has(name) ? { value: kept.get(name) } : undefined),
    set: (name: string, value: string, attributes: object) => {
      kept.set(name, value);
      attributesOf.set(name, attributes);
    },
  }),
}));

let asked: { name: string; input: unknown; headers: Record<string, string> }[] = [];
/** The exchange, which answers everything with `data`. */
function stubExchange(data: unknown) {
  vi.stubGlobal('fetch', async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    asked.push({ name: url.slice(url.lastIndexOf('/') + 1), input: JSON.parse(body), headers });
    return Response.json({ data });
  });
}
beforeEach(() => {
  asked = [];
  kept.clear();
  Object.assign(process.env, {
    ...{ SESSION_SECRET: SECRET, BFF_KEY: SECRET, PUBLIC_ORIGIN: ORIGIN, SANDBOX: '1', TRUSTED_PROXIES: 'platform' },
    ...{ OPERATOR_CONSOLE: '1', CONSOLE_KEY: SECRET },
  });
});
afterEach(() => vi.unstubAllGlobals());

function post(name: string, input: object): Promise<Response> {
  const body = JSON.stringify(input);
  const headers = {
    origin: ORIGIN,
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-forwarded-for': '203.0.113.7',
  };
  return handleOperator(new Request(`${ORIGIN}/api/operator/${name}`, { method: 'POST', headers, body }), name);
}

it('security: what belongs to the command line is no address of the console', async () => {
  stubExchange({});
  for (const name of ['commands.run', 'session.key', 'links.make']) expect((await post(name, { argv: ['queue'] })).status).toBe(404);
  expect(asked).toEqual([]);
  expect((await post('session.me', {})).status).toBe(200);
});

it('a device is said in a header and kept where it is answered; an exchange from before is asked, and answers, as ever', async () => {
  const typed = { name: 'ada', password: 'a password', code: '123456' };
  stubExchange({ token: 't'.repeat(43), name: 'ada' });
  expect((await post('session.begin', typed)).status).toBe(200);
  stubExchange({ token: 't'.repeat(43), name: 'ada', device: 'id.mac' });
  expect(await (await post('session.begin', typed)).json()).toEqual({ data: { name: 'ada' } });
  expect((await post('session.passkey', { password: 'a password', response: '{}' })).status).toBe(200);
  for (const name of kept.keys()) if (name.endsWith('_device')) kept.set(name, 'a\nb');
  await post('session.begin', typed);
  await post('session.me', {});
  expect(asked.map(({ headers }) => headers['x-operator-device'])).toEqual(['new', 'new', 'id.mac', 'new', undefined]);
  expect(asked[0]?.input).toEqual(typed);
});

it('security: over https the cookie of a session that has ended is removed as it was set, since browsers refuse its name otherwise', async () => {
  stubExchange({});
  expect((await post('session.end', {})).status).toBe(200);
  const removed = { httpOnly: true, secure: true, sameSite: 'strict', path: '/', maxAge: 0 };
  expect([kept.get('__Host-candor_operator'), attributesOf.get('__Host-candor_operator')]).toEqual(['', removed]);
});

it('error: a cookie that holds no session of ours is none, and no fault of the exchange', async () => {
  stubExchange({});
  for (const token of ['a\nb', '中', 'short', 't'.repeat(43)]) {
    kept.set('__Host-candor_operator', token);
    expect((await post('session.me', {})).status).toBe(200);
  }
  expect(asked.map(({ headers }) => headers['x-operator-session'])).toEqual([undefined, undefined, undefined, 't'.repeat(43)]);
});
