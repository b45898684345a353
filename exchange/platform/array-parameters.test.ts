import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../tests/helpers/postgres';
import { type Database, toDriverParams } from './db';
import { createTestDatabase } from './test-database';

const TEXTS = [
  '',
  ' ',
  'a b',
  'null',
  'NULL',
  'Null',
  'nulls',
  '"',
  '\\',
  '\\"',
  '{',
  '}',
  '{}',
  ',',
  "'",
  '\n',
  'é',
  '日本',
  '-1',
  '1e-7',
  'a:b',
  '%',
  '\u2028',
  '\t"',
  '\\\n',
  '🦊 "',
  JSON.stringify({ a: 'b\\c"', d: [null, '\n', '日本'] }),
];

describe.each(['embedded', 'postgres'] as const)('arrays on the %s database', (kind) => {
  let postgres: SharedPostgres | null = null;
  let db: Database;
  beforeAll(async () => {
    postgres = kind === 'postgres' ? await sharePostgres() : null;
    db = postgres === null ? await createTestDatabase() : openPatiently(await postgres.createDatabase('arrays'));
  });
  afterAll(async () => {
    await db.close();
    await postgres?.stop();
  });
  const readBack = async (items: readonly unknown[], type: string) => {
    const { rows } = await db.transaction((tx) =>
      tx.query<{ item: unknown }>(`SELECT item::text AS item FROM unnest($1::${type}[]) AS n(item)`, [items]),
    );
    return rows.map(({ item }) => item);
  };

  it('bring each text, number and truth as it is, and nothing as nothing', async () => {
    expect(await readBack([...TEXTS, null, undefined], 'text')).toEqual([...TEXTS, null, null]);
    expect(await readBack([], 'text')).toEqual([]);
    expect(await readBack([1n, -(10n ** 37n), '0.10', 3, 1e21, null], 'numeric')).toEqual([
      '1',
      `-1${'0'.repeat(37)}`,
      '0.10',
      '3',
      `1${'0'.repeat(21)}`,
      null,
    ]);
    expect(await readBack([true, false, null], 'boolean')).toEqual(['true', 'false', null]);
    expect(await readBack([Buffer.from('00ff', 'hex'), null], 'bytea')).toEqual(['\\x00ff', null]);
    expect(await readBack([new Date(0)], 'timestamptz')).toHaveLength(1);
  });

  it('bring any text as it is', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')));
    const look = fc.asyncProperty(texts, async (items) => {
      expect(await readBack(items, 'text')).toEqual(items);
    });
    await fc.assert(look, { numRuns: 50 });
  });
});

it('what is written without quotes is written so', () => {
  expect(toDriverParams([['buy', 5n, '0.1', ''], 7n, 'x'])).toEqual(['{buy,5,0.1,""}', '7', 'x']);
});
