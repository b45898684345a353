import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDiskProgram } from '../../tests/helpers/disk-program';
import { openPglite } from './pglite';

const ACKNOWLEDGED = 30;
/** Three starts of a database of its own, beside other work. */
const TEST_MS = 600_000;
/**
 * Writes and keeps book of what the disk was asked to hold, file by file. Then it lays two folders as a power cut may leave them: behind the last acknowledged
 * commit only what was synced (`late`); in the middle of the next one's sync everything that was written, but of the log what was synced (`early`).
 */
const SOURCE = `
  import { join } from 'node:path';
  import { openPglite } from './exchange/platform/pglite';
  const [folder, cuts] = process.argv.slice(2);
  const files = (of) => fs.readdirSync(of, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(of, entry.name)) : entry.isFile() ? [join(of, entry.name)] : []);
  const kept = new Map();
  for (const path of files(join(folder, 'database'))) kept.set(fs.statSync(path).ino, fs.readFileSync(path));
  const real = { fdatasyncSync: fs.fdatasyncSync, fdatasync: fs.fdatasync };
  const read = (descriptor) => {
    const stat = fs.fstatSync(descriptor);
    if (stat.isDirectory()) return () => undefined;
    const { ino, size } = stat;
    const content = Buffer.alloc(size);
    fs.readSync(descriptor, content, 0, size, 0);
    return () => kept.set(ino, content);
  };
  const lay = (name, isAsWritten) => {
    fs.cpSync(join(folder, 'database'), join(cuts, name, 'database'), { recursive: true, filter: (path) => fs.statSync(path).isDirectory() });
    for (const path of files(join(folder, 'database'))) {
      const to = path.replace(folder, join(cuts, name));
      const synced = kept.get(fs.statSync(path).ino) ?? Buffer.alloc(0);
      fs.writeFileSync(to, isAsWritten(path) ? fs.readFileSync(path) : synced);
    }
  };
  let isCut = false;
  fs.fdatasyncSync = (descriptor) => {
    const keep = read(descriptor);
    real.fdatasyncSync(descriptor);
    keep();
  };
  fs.fdatasync = (descriptor, done) => {
    if (isCut) {
      lay('early', (path) => !path.includes('pg_wal'));
      process.exit();
    }
    const keep = read(descriptor);
    real.fdatasync(descriptor, (error) => {
      keep();
      done(error);
    });
  };
  syncBuiltinESMExports();
  const db = await openPglite(folder);
  await db.read.query('CREATE TABLE marks (n int8, filler text)');
  for (let n = 1; n <= ${ACKNOWLEDGED}; n += 1) {
    await db.transaction((tx) => tx.query("INSERT INTO marks SELECT $1, repeat('x', 500) FROM generate_series(1, 50)", [n]));
    if (n === 10) await db.read.query('CHECKPOINT');
    if (n === 15) await db.read.query('CREATE TABLE passing AS SELECT * FROM marks');
    if (n === 20) await db.read.query('DROP TABLE passing');
  }
  lay('late', () => false);
  isCut = true;
  await db.transaction((tx) => tx.query("INSERT INTO marks SELECT $1, repeat('x', 500) FROM generate_series(1, 5000)", [${ACKNOWLEDGED + 1}]));
`;

let program = '';
let root = '';
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'power-cut-'));
  program = await buildDiskProgram('power-cut', SOURCE);
});
afterAll(() => rmSync(root, { recursive: true }));

it('has every acknowledged commit, whole, whatever a power cut left of the rest', { timeout: TEST_MS }, async () => {
  const [folder, cuts] = [join(root, 'data'), join(root, 'cuts')];
  await (await openPglite(folder)).close();
  const { status, stderr } = spawnSync(process.execPath, [program, folder, cuts], { encoding: 'utf8', timeout: 300_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const cut of ['late', 'early']) {
    const db = await openPglite(join(cuts, cut));
    const { rows } = await db.read.query<{ n: string; rows: number }>(
      'SELECT n, count(*)::int AS rows FROM marks WHERE length(filler) = 500 GROUP BY n ORDER BY n',
    );
    const left = (await db.read.query("SELECT 1 FROM pg_class WHERE relname = 'passing'")).rows;
    await db.close();
    expect({ cut, left, rows: rows.slice(0, ACKNOWLEDGED) }).toEqual({
      ...{ cut, left: [] },
      rows: Array.from({ length: ACKNOWLEDGED }, (_, index) => ({ n: String(index + 1), rows: 50 })),
    });
    expect(rows.slice(ACKNOWLEDGED).map((row) => row.rows)).toEqual(rows.length > ACKNOWLEDGED ? [5_000] : []);
  }
});
