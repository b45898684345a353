import { expect, it } from 'vitest';
import { readRows } from '../../../tests/helpers/read-rows';
import type { Tx } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { countOpenRequests, listOpenRequests, summariseOpenRequests } from './operators.requests';

const NOW = 1_000_000;
const LAPSED = 3_000;
const LIVE = 30;

it('what can still be decided is found without reading what lapsed, however much that is', async () => {
  const db = await createTestDatabase();
  await db.read.query(
    `INSERT INTO operators (id, name, roles, key_hash, created_at) VALUES (1, 'eve', '{admin}', repeat('1', 64), 0), (2, 'fay', '{admin}', repeat('2', 64), 0)`,
  );
  // Nobody decided the first ones, which lapsed; the last ones are live.
  await db.read.query(
    `INSERT INTO operator_requests (act, target, reason, input, input_hash, preview, requested_by, requested_at, expires_at)
     SELECT 'wires.credit', (n % 10)::text, 'a try', '{}', repeat('0', 64), 'a credit', 1 + n % 2, 0, CASE WHEN n > $1::int8 THEN $2::int8 + n ELSE n END
       FROM generate_series(1, $1::int8 + ${LIVE}) n`,
    [LAPSED, NOW],
  );
  await db.read.query('ANALYZE operator_requests');
  const page = { now: NOW, limit: 11 };
  const first = await listOpenRequests(db.read, page);
  expect(first.map(({ id }) => Number(id))).toEqual(Array.from({ length: 11 }, (_, at) => LAPSED + 1 + at));
  const of = (asked: object) => listOpenRequests(db.read, { ...page, limit: 100, ...asked });
  expect(await of({ targets: ['7'] })).toHaveLength(LIVE / 10);
  expect(await of({ by: { operatorId: '1', isOwn: false } })).toHaveLength(LIVE / 2);
  expect((await of({ after: String(LAPSED + 29) })).map(({ id }) => Number(id))).toEqual([LAPSED + LIVE]);
  expect(await of({ acts: ['loans.'] })).toEqual([]);

  const looks: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => listOpenRequests(tx, page),
    (tx) => listOpenRequests(tx, { ...page, targets: ['7'], acts: ['wires.'] }),
    (tx) => countOpenRequests(tx, { operatorId: '1', now: NOW }),
    (tx) => summariseOpenRequests(tx, NOW),
  ];
  for (const look of looks) expect(await readRows(db.read, look), String(look)).toBeLessThan(5 * LIVE);
  await db.close();
});
