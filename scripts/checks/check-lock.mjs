#!/usr/bin/env node
// What is installed is what was chosen: every package in package-lock.json has the hash of its contents, and none names a
// registry, which would hold for one machine alone.
//
// One kind has no hash: optional packages for other systems, which complete-lock.mjs adds where the registry at hand doesn't
// serve them (`node scripts/complete-lock.mjs --integrity` asks a registry that does). npm installs none of them here.
import { readFileSync } from 'node:fs';

const HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Returns what is wrong with a lock, one line each. */
export function findLockFaults({ lockfileVersion, packages }) {
  const faults = lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`];
  for (const [path, { link, integrity, resolved, optional, os, cpu }] of Object.entries(packages)) {
    if (path === '' || link) continue;
    const isForOtherSystems = optional === true && (os !== undefined || cpu !== undefined);
    if (integrity === undefined && !isForOtherSystems) faults.push(`${path} has no integrity`);
    if (integrity !== undefined && !HASH.test(integrity)) faults.push(`${path} has an integrity that is no sha512`);
    if (resolved !== undefined) faults.push(`${path} names where it came from: ${resolved.slice(0, 60)}`);
  }
  return faults;
}

if (process.argv[1]?.endsWith('check-lock.mjs')) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const faults = findLockFaults(lock);
  for (const fault of faults) console.log(fault);
  console.log(`lock: ${Object.keys(lock.packages).length - 1} packages, ${faults.length} faults`);
  process.exit(faults.length > 0 ? 1 : 0);
}
