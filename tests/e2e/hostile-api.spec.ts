import { expect, test } from '@playwright/test';
import type { Session } from '../../lib/dto/session';
import { toShownHeaders } from '../../lib/dto/shown-account';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../helpers/hostile-values';
import { takeShare } from '../helpers/turns';
import { RawClient } from './support/raw-client';

type Parameters = readonly { name: string; in: 'query' | 'path' | 'header' }[];
type Operation = {
  parameters?: Parameters;
  requestBody?: { content: { 'application/json'?: { schema: { properties?: Record<string, unknown> } } } };
};
type Document = { paths: Record<string, Record<string, Operation>> };

/** These end the session that the others need; the stream never ends. */
const LEFT_OUT = /sign-out|session\/expired|\/api\/stream|session\/mode/;
const METHODS = ['get', 'post'];
/** Fields of one request get values this far apart: over all requests each field gets each value. */
const STEP = 7;
/** Endpoints take turns with the requests: what each call of the exchange makes of each value is asked of the exchange itself. */
const SHARE = 6;

const pick = <T>(values: readonly T[], turn: number, at: number) => values[(turn + at * STEP) % values.length] as T;

/** The address with a hostile text in each of its parameters. */
function fill(path: string, parameters: Parameters, texts: readonly string[], turn: number): string {
  const query: string[] = [];
  let filled = path;
  for (const [at, { name, in: where }] of parameters.entries()) {
    const text = pick(texts, turn, at);
    if (where === 'path') filled = filled.replace(`{${name}}`, text);
    else query.push(`${name}=${text}`);
  }
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

test('security: every endpoint of the API document answers hostile values with a refusal, never a crash, and changes nothing', async () => {
  test.setTimeout(600_000);
  // Thousands of requests: a client of Node's own, for a browser's would record each.
  const member = new RawClient();
  await member.post('/api/wallet-found', {});
  await member.signIn();
  const { user } = (await member.get<Session>('/api/session')).data;
  const headers = user === null ? {} : toShownHeaders(user);
  const document = (await member.get<Document>('/api/openapi.json')).data;
  const readAccount = () =>
    Promise.all(
      ['/api/balances', '/api/records', '/api/spot/orders?symbol=BTC-USDT&state=all'].map(async (path) => {
        const { status, body } = await member.ask(path);
        expect(status, path).toBe(200);
        return body;
      }),
    );
  const before = await readAccount();
  let asked = 0;
  const expectRefused = async (path: string, json?: unknown) => {
    const { status } = await member.ask(path, { headers, ...(json === undefined ? {} : { method: 'POST', json }) });
    asked += 1;
    expect(status, `${path.slice(0, 90)} ${JSON.stringify(json)?.slice(0, 90) ?? ''}`).toBeLessThan(500);
  };
  const paths = Object.entries(document.paths).filter(([name]) => !LEFT_OUT.test(name));
  for (const [place, [path, operations]] of paths.entries()) {
    for (const [method, operation] of Object.entries(operations).filter(([name]) => METHODS.includes(name))) {
      const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
      const texts = parameters.length === 0 ? [] : HOSTILE_TEXTS.filter((text) => text !== '\ud800').map(encodeURIComponent);
      await Promise.all(takeShare([...texts.keys()], place, SHARE).map((turn) => expectRefused(fill(path, parameters, texts, turn))));
      const fields = Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {});
      const values = fields.length === 0 ? [] : HOSTILE_JSON;
      await Promise.all(
        takeShare([...values.keys()], place, SHARE).map((turn) =>
          expectRefused(path, Object.fromEntries(fields.map((field, at) => [field, pick(values, turn, at)]))),
        ),
      );
      if (method === 'post') {
        const foreign = await member.ask(path, { method: 'POST', json: {}, headers: { origin: 'https://foreign.example' } });
        expect(foreign.status, `${path} from a foreign origin`).toBe(403);
      }
    }
  }
  expect(asked).toBeGreaterThan(500);
  expect(await readAccount()).toEqual(before);
});
