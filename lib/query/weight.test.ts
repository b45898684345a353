import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const CLIENT = /^['"]use client['"]/;
/** The operators' console checks what its forms send in the browser; nobody else loads it. */
const OWN_WEIGHT = /^components\/console\//;

it('brings no schema library to the browser with any screen: schemas stand at the borders of the server', async () => {
  const screens = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .map((path) => `components/${path}`)
    .filter((path) => CLIENT.test(readFileSync(path, 'utf8')) && !OWN_WEIGHT.test(path));
  const { metafile } = await build({
    stdin: { contents: screens.map((path) => `import './${path}';`).join('\n'), resolveDir: process.cwd() },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup: (all) => all.onResolve({ filter: /^[^./@]|^@[^/]/ }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  const [output] = Object.values(metafile.outputs);
  expect(screens.length).toBeGreaterThan(100);
  expect(output?.imports.filter(({ path }) => path === 'zod')).toEqual([]);
});
