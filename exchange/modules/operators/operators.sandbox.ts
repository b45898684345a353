import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../platform/db';
import { ROLES } from './operators.matrix';
import { createOperatorKey, fingerprintOf, foundOperator, FOUNDERS } from './operators.people';
import { lockAndCountOperators } from './operators.repository';

/** The two operators of a sandbox, with every role, so that four eyes can be tried at once. */
const NAMES = ['ada', 'ben'] as const;
const FILE = 'operator-keys.json';

const keysSchema = z.record(z.string(), z.string());

/** Makes the sandbox's two operators unless there are two, and leaves their keys in `dataDir`, readable by its owner only. Returns their names. */
export async function foundSandboxOperators(db: Database, input: { dataDir: string; at: number }): Promise<readonly string[]> {
  // The keys come first: an operator whose key was never kept could do nothing.
  const keys = await readOrMakeKeys(input.dataDir);
  await db.transaction(async (tx) => {
    for (let count = await lockAndCountOperators(tx); count < FOUNDERS; count += 1) {
      const name = NAMES[count] as string;
      await foundOperator(tx, { name, roles: ROLES, fingerprint: keys[name]?.fingerprint ?? '', at: input.at });
    }
  });
  return NAMES;
}

/** Returns the key of one of the sandbox's operators, null when there is none of this name. */
export async function readSandboxKey(dataDir: string, name: string): Promise<string | null> {
  const keys = keysSchema.parse(await readKeys(dataDir));
  return (Object.hasOwn(keys, name) ? keys[name] : null) ?? null;
}

async function readKeys(dataDir: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(dataDir, FILE), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

async function readOrMakeKeys(dataDir: string): Promise<Record<string, { fingerprint: string }>> {
  const made = Object.fromEntries(NAMES.map((name) => [name, createOperatorKey().key]));
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx`: of two starts at once, one makes the file and the other reads it.
    await writeFile(join(dataDir, FILE), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const keys = keysSchema.parse(await readKeys(dataDir));
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, { fingerprint: fingerprintOf(key) }]));
}
