import type { Database, Tx } from './db';

/** What a database held when it was fresh: its shape, the rows that migrations wrote, and where sequences stood. */
export type Pristine = { shape: string; filled: Filled[]; sequences: { name: string; value: string; isCalled: boolean }[] };
type Filled = { table: string; rows: string };

const SHAPE = `
  SELECT md5(concat(
    (SELECT string_agg(concat(c.oid, c.relname, c.relkind, c.relnatts), ',' ORDER BY c.oid) FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace),
    (SELECT string_agg(concat(t.oid, t.tgenabled), ',' ORDER BY t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal),
    (SELECT string_agg(concat(p.oid, md5(p.prosrc)), ',' ORDER BY p.oid) FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace),
    (SELECT string_agg(concat(k.oid, k.contype), ',' ORDER BY k.oid) FROM pg_constraint k WHERE k.connamespace = 'public'::regnamespace)
  )) AS shape`;

async function readShape(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? '';
}

/** A table's name, quoted; partitions count with their parents. */
async function listTables(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

async function listFilled(tx: Tx, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const { rows } = await tx.query<{ name: string }>(
    tables.map((table) => `SELECT '${table.replaceAll("'", "''")}' AS name WHERE EXISTS (SELECT FROM ${table})`).join(' UNION ALL '),
  );
  return rows.map(({ name }) => name);
}

/** Reads what `resetDatabase` brings back. */
export async function readPristine(db: Database): Promise<Pristine> {
  const filled: Filled[] = [];
  for (const table of await listFilled(db.read, await listTables(db.read))) {
    const { rows } = await db.read.query<{ rows: string }>(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${table} t`);
    filled.push({ table, rows: rows[0]?.rows ?? '[]' });
  }
  const { rows } = await db.read.query<{ name: string; value: string | null; start: string }>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS value, start_value::text AS start FROM pg_sequences WHERE schemaname = 'public'`,
  );
  const sequences = rows.map(({ name, value, start }) => ({ name, value: value ?? start, isCalled: value !== null }));
  return { shape: await readShape(db.read), filled, sequences };
}

/** Brings a database back to what it held when it was fresh. False, with nothing promised, when its tables, triggers or functions changed. */
export async function resetDatabase(db: Database, pristine: Pristine): Promise<boolean> {
  await db.transaction(async (tx) => {
    // Without it the rules that protect rows from change would refuse this too.
    await tx.query('SET LOCAL session_replication_role = replica');
    const used = await listFilled(tx, await listTables(tx));
    if (used.length > 0) await tx.query(`TRUNCATE ${used.join(', ')} CASCADE`);
    const emptied = new Set(used);
    for (const { table, rows } of pristine.filled) {
      if (!emptied.has(table)) throw new Error(`${table} lost the rows of its migrations`);
      await tx.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
        rows,
      ]);
    }
    for (const { name, value, isCalled } of pristine.sequences) {
      await tx.query('SELECT setval($1::regclass, $2::int8, $3)', [name, value, isCalled]);
    }
  });
  await db.read.query('RESET ALL');
  return (await readShape(db.read)) === pristine.shape;
}
