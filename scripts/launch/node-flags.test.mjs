import { expect, it } from 'vitest';
import { listNodeFlags } from './node-flags.mjs';

it('gives an exchange on PostgreSQL more room for young objects, and one with the embedded database none', () => {
  expect(listNodeFlags({ DATABASE_URL: 'postgres://candor@localhost/candor' })).toEqual([
    '--max-semi-space-size=64',
    '--enable-source-maps',
  ]);
  expect(listNodeFlags({})).toEqual(['--enable-source-maps']);
  expect(listNodeFlags({ DATABASE_URL: '' })).toEqual(['--enable-source-maps']);
});
