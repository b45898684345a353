import { expect, it } from 'vitest';
import { isServiceProof, makeServiceProof, PROOF_LIFE_MS } from './service-proof';

const NOW = Date.UTC(2026, 2, 1, 12);
const key = 'k'.repeat(36);

it('security: a proof of a key counts for five minutes either way, and never shows the key', () => {
  const given = makeServiceProof('app', key, NOW);
  expect(given).not.toContain(key);
  for (const after of [0, PROOF_LIFE_MS, -PROOF_LIFE_MS])
    expect(isServiceProof('app', { given, key, now: NOW + after }), `${after}`).toBe(true);
  for (const after of [PROOF_LIFE_MS + 1, -PROOF_LIFE_MS - 1])
    expect(isServiceProof('app', { given, key, now: NOW + after }), `${after}`).toBe(false);
});

it('security: a proof of another key, for another purpose, of another second or cut short is none', () => {
  const given = makeServiceProof('app', key, NOW);
  const [second, signature = ''] = given.split('.');
  const others = [
    makeServiceProof('app', 'x'.repeat(36), NOW),
    makeServiceProof('console', key, NOW),
    `${Number(second) + 1}.${signature}`,
    `0${second}.${signature}`,
    given.slice(0, -1),
    `${given}.`,
    '',
    'x'.repeat(36),
  ];
  for (const other of others) expect(isServiceProof('app', { given: other, key, now: NOW }), other).toBe(false);
});

it('the key itself is one: callers of the legacy API send it as it is', () => {
  expect(isServiceProof('app', { given: key, key, now: NOW })).toBe(true);
});
