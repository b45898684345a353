#!/usr/bin/env node
// Every import among our own files keeps the rules of dependency-rules.mjs.
import { findForbidden } from './dependency-rules.mjs';
import { listImports, listSources } from './imports.mjs';

const root = process.cwd();
const files = listSources({ root, folders: ['app', 'components', 'lib', 'exchange', 'middleware.ts'] });
const edges = listImports({ root, files });
const forbidden = findForbidden(edges);
for (const line of forbidden) console.error(line);
console.log(`dependencies: ${files.length} files, ${edges.length} imports, ${forbidden.length} forbidden`);
process.exit(forbidden.length > 0 ? 1 : 0);
