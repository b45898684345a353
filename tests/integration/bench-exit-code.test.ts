import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Ends as a program does that has started PostgreSQL from its package. */
const PROGRAM = "process.on('beforeExit', () => process.exit(0)); process.exitCode = Number(process.env.FAILS);";
const run = (fails: '0' | '1', args: string[]) =>
  spawnSync(process.execPath, [...args, '--eval', PROGRAM], { env: { ...process.env, FAILS: fails } }).status;

it('a bench row that failed stays failed, whatever ends its process', () => {
  const args = ['--import', './bench/support/keep-exit-code.mjs'];
  expect(run('1', []), 'without it the failure is lost').toBe(0);
  expect(run('1', args)).toBe(1);
  expect(run('0', args)).toBe(0);
});
