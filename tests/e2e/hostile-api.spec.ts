import type { APIResponse } from '@playwright/test';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../helpers/hostile-values';
import { expect, signInWithSandboxWallet, test, writeHeaders } from './support/test';

type Operation = {
  parameters?: { name: string; in: 'query' | 'path' | 'header' }[];
  requestBody?: { content: { 'application/json'?: { schema: { properties?: Record<string, unknown> } } } };
};
type Document = { paths: Record<string, Record<string, Operation>> };

/** These end the session that the others need; the stream never ends. */
const LEFT_OUT = /sign-out|session\/expired|\/api\/stream|session\/mode/;
const STREAM_METHODS = ['get', 'post'];
/** Requests at a time. */
const AT_ONCE = 8;

// A trace of thousands of requests costs more than the requests.
test.use({ trace: 'off' });

test('security: every endpoint of the API document answers hostile values with a refusal, never a crash, and changes nothing', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signInWithSandboxWallet(page);
  const headers = await writeHeaders(page.request);
  const document = (await (await page.request.get('/api/openapi.json')).json()) as Document;
  const readAccount = async () =>
    (
      await Promise.all(
        ['/api/balances', '/api/records', '/api/spot/orders?symbol=BTC-USDT&state=all'].map((path) => page.request.get(path)),
      )
    ).map((answer) => answer.text());
  const before = await Promise.all(await readAccount());
  let asked = 0;
  const expectRefused = async (asks: readonly { what: string; ask: () => Promise<APIResponse> }[]) => {
    for (let from = 0; from < asks.length; from += AT_ONCE) {
      await Promise.all(
        asks.slice(from, from + AT_ONCE).map(async ({ what, ask }) => {
          const answer = await ask();
          asked += 1;
          expect(answer.status(), what).toBeLessThan(500);
          await answer.dispose();
        }),
      );
    }
  };
  for (const [path, operations] of Object.entries(document.paths).filter(([name]) => !LEFT_OUT.test(name))) {
    for (const [method, operation] of Object.entries(operations).filter(([name]) => STREAM_METHODS.includes(name))) {
      for (const { name, in: where } of (operation.parameters ?? []).filter((one) => one.in !== 'header')) {
        await expectRefused(
          HOSTILE_TEXTS.filter((text) => text !== '\ud800').map((value) => {
            const text = encodeURIComponent(value);
            const url = where === 'path' ? path.replace(`{${name}}`, text) : `${path}?${name}=${text}`;
            return { what: `${method} ${url.slice(0, 90)}`, ask: () => page.request.get(url, { headers }) };
          }),
        );
      }
      const fields = Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {});
      for (const field of fields) {
        await expectRefused(
          HOSTILE_JSON.map((value) => ({
            what: `${path} ${field}=${JSON.stringify(value)?.slice(0, 60)}`,
            ask: () =>
              page.request.post(path, {
                data: JSON.stringify({ [field]: value }),
                headers: { ...headers, 'content-type': 'application/json' },
              }),
          })),
        );
      }
      if (method === 'post') {
        const foreign = await page.request.post(path, {
          data: '{}',
          headers: { origin: 'https://foreign.example', 'content-type': 'application/json' },
        });
        expect(foreign.status(), `${path} from a foreign origin`).toBe(403);
      }
    }
  }
  expect(asked).toBeGreaterThan(500);
  expect(await Promise.all(await readAccount())).toEqual(before);
});
