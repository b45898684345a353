import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Has one of the sandbox's operators do a command, as the command line does. */
export async function runOperatorCommand(name: 'ada' | 'ben', ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, EXCHANGE_PORT: new URL(process.env.E2E_EXCHANGE ?? '').port };
  const { stdout } = await run(process.execPath, ['scripts/operator.mjs', ...words, '--as', name, '--reason', 'a test'], { env });
  return stdout;
}
