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
  const expectRefused = (status: number, what: string) => {
    asked += 1;
    expect(status, what).toBeLessThan(500);
  };
  for (const [path, operations] of Object.entries(document.paths).filter(([name]) => !LEFT_OUT.test(name))) {
    for (const [method, operation] of Object.entries(operations).filter(([name]) => STREAM_METHODS.includes(name))) {
      for (const { name, in: where } of (operation.parameters ?? []).filter((one) => one.in !== 'header')) {
        for (const value of HOSTILE_TEXTS.filter((text) => text !== '\ud800')) {
          const text = encodeURIComponent(value);
          const url = where === 'path' ? path.replace(`{${name}}`, text) : `${path}?${name}=${text}`;
          expectRefused((await page.request.get(url, { headers })).status(), `${method} ${url.slice(0, 90)}`);
        }
      }
      const fields = Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {});
      for (const field of fields) {
        for (const value of HOSTILE_JSON) {
          const answer = await page.request.post(path, {
            data: JSON.stringify({ [field]: value }),
            headers: { ...headers, 'content-type': 'application/json' },
          });
          expectRefused(answer.status(), `${path} ${field}=${JSON.stringify(value)?.slice(0, 60)}`);
        }
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
