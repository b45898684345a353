import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/** Vercel's own servers compress what they send. */
const IS_COMPRESSED = process.env.VERCEL === undefined;

/** Of V8, since Chrome 136. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

const STAMP = '.build/stamp.json';
/** What each half is made from. A change in any of them makes it be built again. */
const SOURCES = {
  exchange: ['exchange', 'lib', 'messages', 'package-lock.json'],
  web: [
    'app',
    'components',
    'lib',
    'messages',
    'public',
    'middleware.ts',
    'next.config.ts',
    'next.config.mjs',
    'postcss.config.mjs',
    'tsconfig.json',
    'package-lock.json',
  ],
};
const OUTPUT = { exchange: '.build/exchange/main.mjs', web: '.next/BUILD_ID' };
const NOT_BUILT = /\.(test|spec)\.[a-z]+$/;

/** Builds both halves where their sources changed since they were last built, or always with `force`. */
export async function ensureBuilt({ only = ['exchange', 'web'], force = false, say = () => undefined }) {
  for (const half of only) {
    const hash = hashSources(SOURCES[half]);
    if (!force && existsSync(OUTPUT[half]) && readStamp()[half] === hash) continue;
    say(half === 'web' ? 'Building the app (about a minute, once) …' : 'Building the exchange …');
    await (half === 'web' ? buildWeb() : buildExchange());
    if (half === 'web') hintScripts();
    if (half === 'web' && IS_COMPRESSED) await compressScripts();
    writeStamp({ ...readStamp(), [half]: hash });
  }
}

/** Packages with machine code, with files of their own beside their scripts, or that few processes load. */
const EXTERNAL = ['@node-rs/argon2', '@electric-sql/pglite', '@electric-sql/pglite/*', '@react-pdf/renderer', 'pg-native', 'sharp'];
/** What packages in CommonJS find around them. */
const COMMONJS = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  "import { fileURLToPath as toPathOfBundle } from 'node:url';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = toPathOfBundle(import.meta.url);',
  "const __dirname = toPathOfBundle(new URL('.', import.meta.url));",
].join('\n');

/** Options of esbuild for the exchange: one file per program, with its packages (docs/decisions/0259-the-exchange-is-one-file.md). */
export function exchangeBuildOptions() {
  return {
    entryPoints: {
      main: 'exchange/main.ts',
      operator: 'exchange/operator/operator.ts',
      'agreement-worker': 'exchange/modules/loans/loans.worker.ts',
      'password-worker': 'exchange/modules/accounts/accounts.password.worker.ts',
      // For the script that starts the operators' console.
      'service-proof': 'lib/protocol/service-proof.ts',
    },
    outdir: '.build/exchange',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    external: EXTERNAL,
    banner: { js: COMMONJS },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // The process reads the map as it starts: lines are all that its stack traces say.
    sourcesContent: false,
    loader: { '.sql': 'text' },
    logLevel: 'warning',
  };
}

/** Forgets that the exchange was built, for builds that watch. */
export function forgetExchangeBuild() {
  writeStamp({ ...readStamp(), exchange: undefined });
}

async function buildExchange() {
  const { build, stop } = await import('esbuild');
  await build(exchangeBuildOptions());
  // Its helper process would stay as long as this one.
  await stop();
}

function buildWeb() {
  return new Promise((resolve, reject) => {
    const lines = [];
    const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', SCRIPTS_COMPRESSED: IS_COMPRESSED ? '1' : '0' },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => lines.push(chunk));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(lines));
      reject(new Error('The app could not be built; the reason stands above.'));
    });
  });
}

/**
 * Marks the scripts that every page runs first. Their functions are then compiled on another thread while they arrive, and not at their first call, one after the
 * other, while the page waits. Browsers that don't know the mark read a comment (docs/decisions/0243).
 */
function hintScripts() {
  const { rootMainFiles } = JSON.parse(readFileSync('.next/build-manifest.json', 'utf8'));
  for (const name of rootMainFiles) {
    const path = join('.next', name);
    const text = readFileSync(path, 'utf8');
    if (!text.startsWith(COMPILE_HINT)) writeFileSync(path, `${COMPILE_HINT}\n${text}`);
  }
}

/** Lays a Brotli file beside each script that a browser loads: a seventh less than what is compressed while it is sent (next.config.mjs sends them). */
async function compressScripts() {
  const root = '.next/static/chunks';
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  };
  const scripts = readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.js'));
  const compress = async (path) => writeFileSync(`${path}.br`, await brotli(readFileSync(path), options));
  await Promise.all(scripts.map((name) => compress(join(root, name))));
}

function hashSources(roots) {
  const hash = createHash('sha256').update(process.version.split('.')[0]);
  for (const file of roots.flatMap(listFiles).sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return NOT_BUILT.test(path) ? [] : [path];
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)));
}

function readStamp() {
  return existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {};
}

function writeStamp(stamp) {
  mkdirSync('.build', { recursive: true });
  writeFileSync(STAMP, `${JSON.stringify(stamp, null, 2)}\n`);
}
