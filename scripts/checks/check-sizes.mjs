#!/usr/bin/env node
// No source file is longer than its limit, unless its first line is a comment that says why.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const LIMITS = [
  [/\.(test|spec)\.(ts|tsx|mjs)$/, 400],
  [/^app\/.*\/(page|layout)\.tsx$/, 120],
  [/^app\/.*\/route\.ts$/, 90],
  [/\.(ts|tsx|mjs)$/, 250],
];
const REASON = /^(\/\/|\/\*).*\bLong(er)?\b.*\bbecause\b/i;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n');
const tooLong = files
  .filter((file) => existsSync(file))
  .flatMap((file) => {
    const limit = LIMITS.find(([pattern]) => pattern.test(file))?.[1];
    if (limit == null) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.length - 1 > limit && !REASON.test(lines[0]) ? [`${file}: ${lines.length - 1} lines, the limit is ${limit}`] : [];
  });
for (const line of tooLong) console.error(line);
console.log(`sizes: ${files.length} files, ${tooLong.length} too long`);
process.exit(tooLong.length > 0 ? 1 : 0);
