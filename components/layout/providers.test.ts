import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** What stands above every screen, and what screens hand over to be drawn there. */
const FRAME = ['components/layout/providers.tsx', 'components/spot/use-order-result.tsx', 'components/perpetual/use-order-result.tsx'];

it('the frame of the pages draws nothing that fails where its code cannot be loaded', async () => {
  const { metafile } = await build({
    entryPoints: FRAME,
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup: (all) =>
          all.onResolve({ filter: /^[^./@]|^@[^/]/ }, ({ path, kind }) => (kind === 'entry-point' ? null : { path, external: true })),
      },
    ],
  });
  const frame = new Set(FRAME);
  const failing: string[] = [];
  for (const file of frame) {
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
      if (path === 'next/dynamic') failing.push(file);
      if (kind === 'import-statement' && path in metafile.inputs) frame.add(path);
    }
  }
  expect(frame.size).toBeGreaterThan(30);
  expect(failing).toEqual([]);
});
