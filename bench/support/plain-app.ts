import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getFreePort } from '../../tests/helpers/free-port';
import { linkPackages } from './link-packages';
import { runServer, type Server } from './product';

const FOLDER = resolve('.cache/bench/plain-app');
const NEXT = join(FOLDER, 'node_modules/next/dist/bin/next');

const FILES: Record<string, string> = {
  'package.json': '{ "private": true, "type": "module" }',
  'next.config.mjs': 'export default { poweredByHeader: false, turbopack: { root: import.meta.dirname } };',
  'app/layout.jsx': 'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }',
  'app/page.jsx': `export const dynamic = 'force-dynamic';\nexport default function Page() { return <h1>Nothing else</h1>; }`,
  'app/answer/route.js': `import { readFileSync } from 'node:fs';
export const dynamic = 'force-dynamic';
const body = process.env.PLAIN_BODY ? readFileSync(process.env.PLAIN_BODY, 'utf8') : '{}';
export const GET = () => new Response(body, { headers: { 'Content-Type': 'application/json' } });`,
};

/**
 * The reference of what the framework itself costs: builds and starts an app of one heading and one bare handler (`/answer`, which answers
 * with `body`), with the same version of everything.
 */
export async function startPlainApp({ body = '{}' }: { body?: string } = {}): Promise<Server> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, 'app/answer'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(FOLDER, name), text);
  writeFileSync(join(FOLDER, 'body.json'), body);
  linkPackages({ names: ['next', 'react', 'react-dom'], into: FOLDER });
  await build();
  const port = await getFreePort();
  return runServer({
    args: [NEXT, 'start', '-p', String(port)],
    cwd: FOLDER,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', PLAIN_BODY: join(FOLDER, 'body.json') },
    probe: 'next/dist/bin/next',
    isReady: /Ready in/,
    origin: `http://localhost:${port}`,
  });
}

function build(): Promise<void> {
  return new Promise((done, reject) => {
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
    const child = spawn(process.execPath, [NEXT, 'build'], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'], env });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    child.once('exit', (code) => (code === 0 ? done() : reject(new Error(`the plain app could not be built:\n${log}`))));
  });
}
