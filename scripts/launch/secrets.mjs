import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['SESSION_SECRET', 'BFF_KEY'];

/**
 * Returns SESSION_SECRET and BFF_KEY: those of the environment, else those of `<dataDir>/secrets.json`, which is made on
 * first run, readable by its owner only.
 */
export function readSecrets({ dataDir, env = process.env }) {
  if (NAMES.every((name) => env[name])) return pick(env);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secrets.json');
  const made = Object.fromEntries(NAMES.map((name) => [name, randomBytes(36).toString('base64url')]));
  try {
    // `wx`: of two starts at once, one makes the file and the other reads it.
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return { ...pick(JSON.parse(readFileSync(file, 'utf8'))), ...pick(env) };
}

/** Returns CONSOLE_KEY, by which the operators' console proves itself to the exchange; made on first run like the others, in a file of its own. */
export function readConsoleKey({ dataDir, env = process.env }) {
  if (env.CONSOLE_KEY) return env.CONSOLE_KEY;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'console-key.json');
  try {
    writeFileSync(file, `${JSON.stringify({ CONSOLE_KEY: randomBytes(36).toString('base64url') })}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return JSON.parse(readFileSync(file, 'utf8')).CONSOLE_KEY;
}

const pick = (from) => Object.fromEntries(NAMES.filter((name) => from[name]).map((name) => [name, from[name]]));
