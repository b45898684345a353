import type { Database, Tx } from './db';

/** What a database held when it was fresh: its shape and tables, the rows that migrations wrote, and where sequences stood. */
export type Pristine = {
  shape: string;
  tables: readonly string[];
  filled: Filled[];
  marks: Marks;
  sequences: { name: string; value: string; isCalled: boolean }[];
};
type Filled = { table: string; rows: string };
/** By table: how many rows there are, and the youngest transaction that wrote one. Whatever is written changes one of them. */
type Marks = ReadonlyMap<string, string>;

/** Of databases that were brought back: what their tables of the migrations were marked with then. Fresh ones have the marks of the pristine one. */
const marksOf = new WeakMap<Database, Marks>();

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

async function readMarks(tx: Tx, tables: readonly string[]): Promise<Marks> {
  if (tables.length === 0) return new Map();
  const one = (table: string) =>
    `SELECT '${table.replaceAll("'", "''")}' AS name, concat(count(*), ':', max(xmin::text::int8)) AS mark FROM ${table}`;
  const { rows } = await tx.query<{ name: string; mark: string }>(tables.map(one).join(' UNION ALL '));
  return new Map(rows.map(({ name, mark }) => [name, mark]));
}

/** Takes away what a test added, and switches on what it switched off. */
async function restoreShape(tx: Tx, pristine: Pristine): Promise<void> {
  const known = new Set(pristine.tables);
  const added = (await listTables(tx)).filter((table) => !known.has(table));
  if (added.length > 0) await tx.query(`DROP TABLE ${added.join(', ')} CASCADE`);
  const { rows } = await tx.query<{ name: string }>(
    `SELECT DISTINCT t.tgrelid::regclass::text AS name FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgenabled = 'D'`,
  );
  for (const { name } of rows) await tx.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

/** Returns the bytes of every table that has any, with those of its partitions: who has none holds nothing. */
async function readSizes(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ name: string; bytes: string }>(
    `SELECT quote_ident(coalesce(p.relname, c.relname)) AS name, sum(c.bytes) AS bytes
       FROM (SELECT oid, relname, pg_relation_size(oid) AS bytes FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') c
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.bytes > 0 GROUP BY 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
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
  const tables = await listTables(db.read);
  for (const table of await listFilled(db.read, tables)) {
    const { rows } = await db.read.query<{ rows: string }>(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${table} t`);
    filled.push({ table, rows: rows[0]?.rows ?? '[]' });
  }
  const { rows } = await db.read.query<{ name: string; value: string | null; start: string }>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS value, start_value::text AS start FROM pg_sequences WHERE schemaname = 'public'`,
  );
  const sequences = rows.map(({ name, value, start }) => ({ name, value: value ?? start, isCalled: value !== null }));
  const marks = await readMarks(
    db.read,
    filled.map(({ table }) => table),
  );
  return { shape: await readShape(db.read), tables, filled, marks, sequences };
}

/** Dead rows of a table that are cleared away: below that, looking past them costs less. */
const DEAD_BYTES = 128 * 1_024;

/** Brings a database back to what it held when it was fresh. False, with nothing promised, when its tables, triggers or functions changed. */
export async function resetDatabase(db: Database, pristine: Pristine): Promise<boolean> {
  const filled = pristine.filled.map(({ table }) => table);
  const before = marksOf.get(db) ?? pristine.marks;
  const large = await db.transaction(async (tx) => {
    // Without it the rules that protect rows from change would refuse this too, and what refers to them.
    await tx.query('SET LOCAL session_replication_role = replica');
    await restoreShape(tx, pristine);
    const found = await readMarks(tx, filled);
    const changed = pristine.filled.filter(({ table }) => found.get(table) !== before.get(table));
    const sizes = await readSizes(tx);
    const written = (await listFilled(tx, [...sizes.keys()])).filter((table) => !before.has(table));
    // Truncating would take along every table that refers to one of them: most of all that there are.
    for (const table of [...written, ...changed.map((one) => one.table)]) await tx.query(`DELETE FROM ${table}`);
    for (const { table, rows } of changed) {
      await tx.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
        rows,
      ]);
    }
    await tx.query(
      'SELECT setval(name::regclass, value, is_called) FROM unnest($1::text[], $2::int8[], $3::bool[]) AS s (name, value, is_called)',
      [
        pristine.sequences.map(({ name }) => name),
        pristine.sequences.map(({ value }) => value),
        pristine.sequences.map(({ isCalled }) => isCalled),
      ],
    );
    if (changed.length > 0) marksOf.set(db, await readMarks(tx, filled));
    return written.filter((table) => (sizes.get(table) ?? 0) > DEAD_BYTES);
  });
  for (const table of large) await db.read.query(`VACUUM ${table}`);
  await db.read.query('RESET ALL');
  return (await readShape(db.read)) === pristine.shape;
}
