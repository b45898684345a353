import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What opens a connection to elsewhere: the platform's own ways, and the packages that have one. Types alone open nothing. */
const OPENS =
  /\bfetch\(|new WebSocket\(|new EventSource\(|^import (?!type)[^;]*from '(?:node:(?:https?|net|tls|dgram|http2)|undici|nodemailer|pg|ccxt|ws|@nats-io\/[a-z-]+)';|createPublicClient\(\{|new JsonRpcProvider\(|import\(\/\* @vite-ignore/m;
/** Those that take something else of such a module: what an address is, or a port to listen on. */
const HARMLESS = /^import \{[^}]*\b(isIP|BlockList|RequestError)\b[^}]*\} from '[^']+';$/gm;
const ROOTS = ['exchange', 'lib', 'app', 'components'];
/** A browser asks its own origin: what these make runs there alone. */
const OF_THE_BROWSER = /^lib\/(query|stream|wallet)\//;
const IN_THE_BROWSER = /^'use client';/;

/** With what stands at the top: the middleware, the instrumentation and the settings. */
const listSources = () =>
  [
    ...ROOTS.flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => `${root}/${name}`)),
    ...readdirSync('.', { encoding: 'utf8' }),
  ].filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.test\.tsx?$|\/test-[a-z-]+\.ts$|\/node_modules\//.test(path));

it('security: what asks anything outside of its process stands in the list of docs/security.md, and nothing else does', () => {
  const page = /^### What talks to what\n([\s\S]*?)^###/m.exec(readFileSync('docs/security.md', 'utf8'))?.[1] ?? '';
  const listed = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
  const opening = listSources().filter((path) => {
    const source = readFileSync(path, 'utf8');
    return !OF_THE_BROWSER.test(path) && !IN_THE_BROWSER.test(source) && OPENS.test(source.replace(HARMLESS, ''));
  });
  expect(opening.sort()).toEqual(listed.sort());
});
