// Finds a Chromium for the browser tests without downloading one: the system's where it is installed (it has fonts for every
// language), else the one inside the npm package @sparticuz/chromium, unpacked once into .cache/.
import { execFileSync } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];
const PACKAGE = resolve('node_modules/@sparticuz/chromium');
/** Our own flags: those that the package suggests switch web security off. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Returns `{ executablePath, args, env }` for Playwright's launch; CHROMIUM_PATH goes before everything else. */
export async function findBrowser() {
  const installed = [process.env.CHROMIUM_PATH, ...INSTALLED].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: FLAGS, env: {} };
  const folder = await unpack();
  const libraries = [join(folder, 'al2023', 'lib'), folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    args: FLAGS,
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function unpack() {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const folder = resolve('.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  for (const name of ['al2023', 'fonts']) mkdirSync(join(partial, name), { recursive: true });
  await inflate('chromium.br', join(partial, 'chromium'));
  chmodSync(join(partial, 'chromium'), 0o755);
  for (const [name, into] of [
    ['swiftshader', '.'],
    ['al2023', 'al2023'],
    ['fonts', '.'],
  ]) {
    const tar = join(partial, `${name}.tar`);
    await inflate(`${name}.tar.br`, tar);
    execFileSync('tar', ['-xf', tar, '-C', join(partial, into)]);
    rmSync(tar);
  }
  renameSync(partial, folder);
  return folder;
}

const inflate = (name, target) =>
  pipeline(createReadStream(join(PACKAGE, 'bin', name)), createBrotliDecompress(), createWriteStream(target));
