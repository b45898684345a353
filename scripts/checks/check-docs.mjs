#!/usr/bin/env node
// Every path and every npm command that the documents name in code marks or links exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOTS = /^(app|components|lib|messages|exchange|public|tests|docs|scripts|bench)\/|^[a-z.-]+\.(json|ts|mjs|md)$|^\.ci\//;
/** Made while the product runs, so not in the repository. */
const MADE = /^(\.data|\.build|\.next|\.cache)\//;
/** Words of shells and patterns are no paths. */
const PATTERN = /[*<>${}|=\s]|\.\.\./;

const list = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }).map((name) => join(folder, name)) : []);
const documents = ['README.md', ...list('docs')].filter((path) => path.endsWith('.md') && existsSync(path));
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
const isThere = (path) => existsSync(path) || existsSync(path.replace(/\/$/, ''));

const faults = documents.flatMap((document) => {
  const text = readFileSync(document, 'utf8');
  const marks = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]);
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(#[^)]*)?\)/g)].map((match) => normalize(join(dirname(document), match[1])));
  const paths = marks.filter((mark) => ROOTS.test(mark) && !PATTERN.test(mark) && !MADE.test(mark));
  const commands = [...text.matchAll(/npm run ([a-z0-9:-]+)/g)].map((match) => match[1]).filter((name) => !scripts[name]);
  return [
    ...[...paths, ...links].filter((path) => !isThere(path)).map((path) => `${document}: ${path} does not exist`),
    ...commands.map((name) => `${document}: npm run ${name} does not exist`),
  ];
});
for (const fault of faults) console.error(fault);
console.log(`documents: ${documents.length} read, ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
