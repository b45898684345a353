#!/usr/bin/env node
// `npm run new -- screen ROUTE [TEXTS.json]` and `npm run new -- module NAME`: the smallest one that passes `npm run validate`. A screen
// passes once its texts are there: TEXTS.json holds them by locale ({ "en": { "title": "…", "empty": "…", "emptyText": "…" }, "de": … }).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { newModule } from './new/new-module.mjs';
import { newScreen } from './new/new-screen.mjs';

const [kind, name, textsPath] = process.argv.slice(2);
const USAGE = 'npm run new -- screen ROUTE [TEXTS.json]\nnpm run new -- module NAME';

function make(root) {
  if (kind === 'module' && name) return newModule({ root, name });
  if (kind !== 'screen' || !name) throw new Error(USAGE);
  return newScreen({ root, route: name, texts: textsPath === undefined ? {} : JSON.parse(readFileSync(textsPath, 'utf8')) });
}

try {
  const root = process.cwd();
  const made = make(root);
  for (const line of made.lines) console.log(line);
  execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...made.paths], { stdio: 'pipe' });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
