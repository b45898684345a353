import { expect, test } from 'vitest';
import { judgeAudit } from './judge-audit.mjs';

const report = (...packages) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(packages.map((row) => [row.name, row])),
    metadata: { vulnerabilities: { total: packages.length } },
  });
const flaw = (name, severity) => ({
  ...{ name, severity, range: '<2.0.0' },
  via: [{ title: 'Path traversal', url: 'https://github.com/advisories/GHSA-0' }],
});

test.each([
  ['critical', 'found'],
  ['high', 'found'],
  ['moderate', 'clean'],
  ['low', 'clean'],
])('a %s flaw of a package is named, and is "%s"', (severity, outcome) =>
  expect(judgeAudit(report(flaw('thing', severity)))).toEqual({
    outcome,
    lines: [`${severity}: thing <2.0.0: Path traversal (https://github.com/advisories/GHSA-0)`],
  }),
);

test('the worst comes first, and what is named for the sake of another names that', () => {
  const carrier = { name: 'carrier', severity: 'low', range: '*', via: ['thing'] };
  const { lines } = judgeAudit(report(carrier, flaw('thing', 'critical')));
  expect(lines).toEqual([expect.stringMatching(/^critical: thing/), 'low: carrier *: by thing']);
});

test('no flaw is clean', () => expect(judgeAudit(report())).toEqual({ outcome: 'clean', lines: [] }));

test.each([
  ['a registry that is not there', JSON.stringify({ message: 'request to https://r/ failed', error: { code: 'ENOTFOUND', summary: '' } })],
  ['a registry that knows no advisories', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: { summary: '' } })],
  ['no lock file', JSON.stringify({ error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.' } })],
  ['nothing', ''],
  ['half an answer', '{"vulnerabilities": {'],
])('%s is said, and is not "clean"', (_name, text) => {
  const { outcome, lines } = judgeAudit(text);
  expect(outcome).toBe('unchecked');
  expect(lines).toEqual([expect.stringMatching(/^Known vulnerabilities were not checked: \S/)]);
});
