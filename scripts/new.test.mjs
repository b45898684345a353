import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const LOCALES = ['en', 'zh-CN', 'zh-TW', 'ja', 'tr', 'vi', 'es', 'it', 'fr', 'de', 'ru', 'ko', 'ms'];
const SOURCES = ['app', 'bench', 'components', 'docs', 'exchange', 'lib', 'messages', 'public', 'scripts', 'tests'];
const SINGLE = [
  'README.md',
  'biome.json',
  'instrumentation.ts',
  'knip.json',
  'middleware.ts',
  'next-env.d.ts',
  'next.config.mjs',
  'package.json',
];
const MORE = [
  '.gitignore',
  'package-lock.json',
  'playwright.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'vitest.config.ts',
  // What the compiler knows of the sources from its last look, routes among them: it looks at what was generated, and at all that depends on it.
  'tsconfig.tsbuildinfo',
  '.next/types',
];
/** What a generator may write. */
const CHECKED = [
  'app',
  'components',
  'exchange/module-list.ts',
  'exchange/modules/staking-plans',
  'lib/i18n',
  'lib/pages',
  'lib/security',
  'messages',
];
const VALIDATE_MS = 1_200_000;

let root;
const run = (command, ...args) => execFileSync(process.execPath, [command, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
const fails = (command, ...args) => {
  try {
    run(command, ...args);
  } catch (error) {
    return `${error.stdout}${error.stderr}`;
  }
  return null;
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'candor-new-'));
  for (const path of [...SOURCES, ...SINGLE, ...MORE]) if (existsSync(path)) cpSync(path, join(root, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a screen without texts is refused until they are written in each language', () => {
  expect(run('scripts/new.mjs', 'screen', 'samplePlans')).toContain('texts to write before validate passes');
  const faults = fails('scripts/checks/check-messages.mjs');
  for (const locale of LOCALES) expect(faults).toContain(`${locale}: SamplePlans.title is still to be written`);
});

test('a screen with its texts and a module pass the checks, and the page is where its route says', { timeout: VALIDATE_MS }, () => {
  for (const locale of LOCALES)
    writeFileSync(
      join(root, `messages/${locale}/sample-plans.json`),
      `${JSON.stringify({ title: 'Plans', empty: 'x', emptyText: 'y' }, null, 2)}\n`,
    );
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, { title: `${locale} title`, empty: 'x', emptyText: 'y' }]));
  writeFileSync(join(root, 'texts.json'), JSON.stringify(texts));
  run('scripts/new.mjs', 'screen', 'stakingPlans', 'texts.json');
  run('scripts/new.mjs', 'module', 'staking-plans');
  expect(JSON.parse(readFileSync(join(root, 'messages/de/staking-plans.json'), 'utf8')).title).toBe('de title');
  for (const check of ['messages', 'dependencies']) run(`scripts/checks/check-${check}.mjs`);
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...CHECKED);
  // Packages are where they were, as far as the compiler is told.
  run('node_modules/typescript/bin/tsc', '--noEmit', '--preserveSymlinks', '-p', '.');
  run('node_modules/knip/bin/knip.js', '--no-progress');
  run('node_modules/vitest/vitest.mjs', 'run', 'lib/pages', 'lib/security/decide-route.test.ts', 'exchange/composition', '--maxWorkers=1');
});

test('nothing is written over', () => {
  expect(fails('scripts/new.mjs', 'screen', 'wallet')).toContain('/wallet is there already');
  expect(fails('scripts/new.mjs', 'module', 'spot')).toContain('is there already');
  expect(fails('scripts/new.mjs', 'module', 'Not A Name')).toContain('no name of a module');
});
