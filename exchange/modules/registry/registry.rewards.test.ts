import { expect, it } from 'vitest';
import { INVITATION_TERMS, VIP_TERMS } from '../../../tests/helpers/reward-terms';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { invitationTerms, vipTerms } from './registry.rewards';
import { createRegistry } from './registry.service';

it('the first version holds the table of the specification', async () => {
  const db = await createTestDatabase();
  const registry = createRegistry(createTestPlatform(db, { now: Date.UTC(2026, 2, 1) }).platform);
  await registry.refresh();
  expect([registry.readVipTerms(), registry.readInvitationTerms()]).toEqual([VIP_TERMS, INVITATION_TERMS]);
  await db.close();
});

it('an entry that a newer version brings does not keep those behind it from being read', async () => {
  const db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO registry_versions (kind, code, version, terms, takes_effect_at, announced_at, note) VALUES
       ('product', 'later', 1, '{}', 0, 0, 'a test'),
       ('product', 'invitation', 2, '{"netMin":"70","keptDays":7,"shareRate":"0.1","eachMax":"50"}', 1, 1, 'a test')`,
  );
  const registry = createRegistry(createTestPlatform(db, { now: Date.UTC(2026, 2, 1) }).platform);
  await registry.refresh();
  expect(registry.readInvitationTerms()).toMatchObject({ netMin: '70' });
  expect(() => registry.read('product', 'later')).toThrow('the registry has no product later');
  await db.close();
});

const withLevel = (level: number, changed: object) => ({
  ...VIP_TERMS,
  levels: VIP_TERMS.levels.map((row, index) => (index + 1 === level ? { ...row, ...changed } : row)),
});
it.each([
  { name: 'eight levels', terms: { ...VIP_TERMS, levels: VIP_TERMS.levels.slice(1) } },
  { name: 'a level that needs no more than the one before', terms: withLevel(2, { recharge: '10000' }) },
  { name: 'money for a claim', terms: withLevel(7, { reward: '1' }) },
  { name: 'a claim below level 7', terms: withLevel(6, { reward: null }) },
  { name: 'an extra above 5 %', terms: withLevel(3, { extraRate: '0.0501' }) },
  { name: 'part of a USDT', terms: withLevel(1, { reward: '0.5' }) },
])('memberships: $name is refused', ({ terms }) => {
  expect(vipTerms.safeParse(VIP_TERMS).success).toBe(true);
  expect(vipTerms.safeParse(terms).success).toBe(false);
});

it.each([
  { eachMax: '51' },
  { dayMax: '99' },
  { dayMax: '0' },
  { dayMax: '100.5' },
  { shareRate: '0' },
  { shareRate: '1' },
  { keptDays: 0 },
  { netMin: '0' },
])('invitations: %o is refused', (changed) => {
  expect(invitationTerms.safeParse({ ...INVITATION_TERMS, ...changed }).success).toBe(false);
});
