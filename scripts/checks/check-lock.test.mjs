import { describe, expect, it } from 'vitest';
import { findLockFaults } from './check-lock.mjs';

const integrity = `sha512-${'A'.repeat(86)}==`;
const faultsOf = (entry) => findLockFaults({ lockfileVersion: 3, packages: { '': {}, 'node_modules/x': { version: '1.0.0', ...entry } } });

describe('the lock', () => {
  it('is well with a hash for every package, and without one for optional packages of other systems', () => {
    expect(faultsOf({ integrity })).toEqual([]);
    expect(faultsOf({ optional: true, os: ['win32'] })).toEqual([]);
    expect(faultsOf({ optional: true, cpu: ['wasm32'] })).toEqual([]);
    expect(faultsOf({ link: true })).toEqual([]);
  });
  it.each([
    { name: 'no hash', entry: {} },
    { name: 'no hash, optional for every system', entry: { optional: true } },
    { name: 'no hash, for one system and not optional', entry: { os: ['linux'] } },
    { name: 'a weak hash', entry: { integrity: 'sha1-x' } },
    { name: 'a registry', entry: { integrity, resolved: 'https://registry.example/x.tgz' } },
  ])('error: $name', ({ entry }) => expect(faultsOf(entry)).toHaveLength(1));
});
