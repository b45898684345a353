import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `staking-plans` or `stakingPlans` as `StakingPlans`. */
export function toPascal(name) {
  return toKebab(name).replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter) => letter.toUpperCase());
}

/** `stakingPlans` as `staking-plans`. */
export function toKebab(name) {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/** Writes a file that is not there yet. */
export function writeNew(root, path, text) {
  const full = join(root, path);
  if (existsSync(full)) throw new Error(`${path} is there already`);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** Changes a file by a function of its text, which has to change it. */
export function edit(root, path, change) {
  const full = join(root, path);
  const before = readFileSync(full, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${path} is not as expected: nothing was changed`);
  writeFileSync(full, after);
}
