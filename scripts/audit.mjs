#!/usr/bin/env node
// `npm run audit`: asks the registry for known vulnerabilities of what is installed to run (package-lock.json). Ends with 1 where one is high or
// critical. A registry that can't be asked is said, and no reason to fail: a build without a network is not a worse one.
import { spawnSync } from 'node:child_process';
import { judgeAudit } from './checks/judge-audit.mjs';

const TIMEOUT_MS = 120_000;
const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
  ...{ encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const { outcome, lines } = judgeAudit(stdout ?? '');
for (const line of lines) process.stdout.write(`${line}\n`);
if (outcome === 'clean') process.stdout.write('No known vulnerability of a package is high or critical.\n');
process.exitCode = outcome === 'found' ? 1 : 0;
