import type { Database } from '../../exchange/platform/db';

/** Writes users 1 to `count` of a fresh database at once, without a session or a balance. Returns their numbers. */
export async function insertUsers(db: Database, count: number): Promise<string[]> {
  await db.transaction(
    (tx) =>
      tx.query(
        `INSERT INTO users (id, username, username_key, kind, referral_code)
         SELECT n, 'bench_' || n, 'bench_' || n, 'service', 'B' || lpad(n::text, 7, '0') FROM generate_series(1, $1::int8) AS n`,
        [count],
      ),
    { kind: 'long' },
  );
  return Array.from({ length: count }, (_, index) => String(index + 1));
}
