import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sayPlace, wordOf } from '../../lib/operator/term-words';
import { emptyTerm, listTermChanges, type TermPath, type TermShape } from '../../lib/operator/terms';
import { findTermsSchema, listNewestRows, readTerms, type RegistryRow } from '../modules/registry/registry';
import type { Database } from '../platform/db';
import { createTestDatabase } from '../platform/test-database';
import { shapeOfTerms } from './term-shape';

let db: Database;
let rows: RegistryRow[];
beforeAll(async () => {
  db = await createTestDatabase();
  rows = await listNewestRows(db.read, { limit: 500, offset: 0 });
});
afterAll(() => db.close());

type Leaf = { path: TermPath; shape: TermShape; value: unknown };
/** Every value of terms with the field that a form has for it. */
function listLeaves(shape: TermShape, value: unknown, path: TermPath = []): Leaf[] {
  if (value === null && shape.isNullable === true) return [];
  if (shape.kind === 'group') {
    return shape.fields.flatMap(([name, field]) => listLeaves(field, (value as Record<string, unknown>)[name], [...path, name]));
  }
  if (shape.kind === 'rows') return ((value ?? []) as unknown[]).flatMap((row, at) => listLeaves(shape.item, row, [...path, at]));
  if (shape.kind === 'fixed') return shape.items.flatMap((item, at) => listLeaves(item, (value as unknown[])[at], [...path, at]));
  return [{ path, shape, value }];
}
const isTaken = ({ shape, value }: Leaf): boolean => {
  if (shape.kind === 'decimal') return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
  if (shape.kind === 'whole') return typeof value === 'number' && value >= (shape.min ?? value) && value <= (shape.max ?? value);
  if (shape.kind === 'choice') return shape.options.includes(value as string);
  return typeof value === (shape.kind === 'flag' ? 'boolean' : 'string');
};

describe('terms of the registry', () => {
  it('of every entry are typed field by field, and each field takes what is there now', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const [{ kind, code }, terms] = [row, readTerms(row)];
      const leaves = listLeaves(shapeOfTerms(findTermsSchema(kind, code) as never), terms);
      expect(leaves.length, `${kind} ${code}`).toBeGreaterThan(0);
      for (const leaf of leaves) expect(isTaken(leaf), `${kind} ${code} ${JSON.stringify(leaf)}`).toBe(true);
      const named = leaves.filter(({ path }) => typeof path.at(-1) === 'string');
      for (const { path } of named) expect(wordOf(path).label, `${kind} ${code} ${path.join('.')}`).not.toBe(path.at(-1));
      expect(listTermChanges(Object.fromEntries(leaves.map(({ path, value }) => [path, value])), {})).toHaveLength(
        new Set(leaves.map(({ path }) => String(path))).size,
      );
    }
  });

  it('have the bounds of their schema, and a new row begins empty', () => {
    const shape = shapeOfTerms(findTermsSchema('product', 'loan') as never);
    if (shape.kind !== 'group') throw new Error('terms are a group');
    const [, products] = shape.fields[0] as [string, TermShape];
    expect(products).toMatchObject({ kind: 'rows', min: 1, max: 8 });
    if (products.kind !== 'rows' || products.item.kind !== 'group') throw new Error('loans are rows');
    expect(new Map(products.item.fields).get('days')).toEqual({ kind: 'whole', min: 2, max: 365 });
    expect(emptyTerm(products.item)).toEqual({ id: '', days: null, min: '', max: '', rate: '' });
  });
});

it('what changes is said value by value, with where it stands', () => {
  const before = {
    feeRate: '0.01',
    channels: [
      { channel: 'USDT_ERC20', min: '10' },
      { channel: 'BTC_BTC', min: '1' },
    ],
    bank: null,
  };
  const after = { feeRate: '0.01', channels: [{ channel: 'USDT_ERC20', min: '20' }], bank: { name: 'Bank' } };
  const changes = listTermChanges(before, after);
  expect(changes).toEqual([
    { path: ['channels', 0, 'min'], before: '10', after: '20' },
    { path: ['channels', 1], before: { channel: 'BTC_BTC', min: '1' }, after: undefined },
    { path: ['bank'], before: null, after: { name: 'Bank' } },
  ]);
  expect(changes.map(({ path }) => sayPlace(path))).toEqual(['Channels 1 · Smallest amount', 'Channels 2', 'Bank account']);
  expect(sayPlace(['majorTiers', 2, 1])).toBe('Tiers of the first group 3 · Highest leverage');
  expect(listTermChanges(before, structuredClone(before))).toEqual([]);
});
