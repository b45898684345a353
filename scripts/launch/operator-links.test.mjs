import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { isServiceProof } from '../../lib/protocol/service-proof';
import { ensureBuilt } from './build.mjs';
import { makeLinks } from './operator-links.mjs';

const consoleKey = 'c'.repeat(40);
const origin = 'http://localhost:3100';
const ends = [];
beforeAll(() => ensureBuilt({ only: ['exchange'] }));
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function makeDataDir() {
  const dataDir = mkdtempSync(join(tmpdir(), 'candor-links-'));
  ends.push(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

it('security: what asks for the links of a sandbox proves CONSOLE_KEY, and never sends it', async () => {
  const dataDir = makeDataDir();
  writeFileSync(join(dataDir, 'operator-keys.json'), JSON.stringify({ ada: 'key-1', ben: 'key-2' }));
  const asked = [];
  const exchange = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({
      line: `${request.method} ${request.url}`,
      body,
      whole: JSON.stringify(request.rawHeaders),
      given: request.headers['x-console-key'],
    });
    response.end(JSON.stringify({ data: { token: `token-${asked.length}` } }));
  });
  await new Promise((done) => exchange.listen(0, '127.0.0.1', done));
  ends.push(() => new Promise((done) => exchange.close(done)));
  expect(await makeLinks({ dataDir, consoleKey, exchangePort: exchange.address().port, origin })).toEqual([
    'Sign in as ada (once): http://localhost:3100/operator/link#token-1',
    'Sign in as ben (once): http://localhost:3100/operator/link#token-2',
  ]);
  expect(asked.map(({ line, body }) => [line, body])).toEqual([
    ['POST /operator/links.make', '{"key":"key-1"}'],
    ['POST /operator/links.make', '{"key":"key-2"}'],
  ]);
  for (const { whole, given } of asked) {
    expect(whole).not.toContain(consoleKey);
    expect(isServiceProof('console', { given, key: consoleKey, now: Date.now() })).toBe(true);
  }
});

it('there are no links without a sandbox', async () => {
  expect(await makeLinks({ dataDir: makeDataDir(), consoleKey, exchangePort: 1, origin })).toEqual([]);
});
