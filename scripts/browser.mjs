// Finds a Chromium without downloading one. Tests and pictures take the one without a window inside the npm package @sparticuz/chromium, unpacked
// once into .cache/ (docs/decisions/0209-tests-run-in-the-browser-of-the-lock-file.md); measurements take the system's, which is what people use.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
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

/** The package has one font of Latin, Greek and Cyrillic; a system with fonts has more scripts. */
const hasSystemFonts = () => ['/etc/fonts', '/usr/share/fonts'].every((path) => existsSync(path) && readdirSync(path).length > 0);
/** What the package's program runs on; on another machine the system's browser goes before it. */
const PACKAGED_ARCH = 'x64';

/** Returns `{ executablePath, args, env }` for Playwright's launch; CHROMIUM_PATH goes before everything else. */
export async function findBrowser() {
  return findAt([process.env.CHROMIUM_PATH, ...(process.arch === PACKAGED_ARCH ? [] : INSTALLED)]) ?? findPackaged();
}

/** The same for what is measured: the system's browser where there is one. */
export async function findInstalledBrowser() {
  return findAt([process.env.CHROMIUM_PATH, ...INSTALLED]) ?? findPackaged();
}

function findAt(paths) {
  const executablePath = paths.find((path) => path && existsSync(path));
  return executablePath ? { executablePath, args: FLAGS, env: {} } : null;
}

async function findPackaged() {
  const folder = await unpack();
  const libraries = [join(folder, 'al2023', 'lib'), folder, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const fonts = hasSystemFonts() ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
  return { executablePath: join(folder, 'chromium'), args: FLAGS, env: { LD_LIBRARY_PATH: libraries, ...fonts } };
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
