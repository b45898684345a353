#!/usr/bin/env node
// `npm run operator -- <command>`: runs the operator command line of the exchange, built when it is not.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { ensureBuilt } from './launch/build.mjs';
import { readConsoleKey, readSecrets } from './launch/secrets.mjs';

const dataDir = resolve(process.env.DATA_DIR ?? '.data');
await ensureBuilt({ only: ['exchange'] });
const child = spawn(process.execPath, ['--enable-source-maps', '.build/exchange/operator.mjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...readSecrets({ dataDir }), CONSOLE_KEY: readConsoleKey({ dataDir }), DATA_DIR: dataDir },
});
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));
