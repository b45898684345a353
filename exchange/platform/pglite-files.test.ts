import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildDiskProgram } from '../../tests/helpers/disk-program';
import { openPglite } from './pglite';
import { DISK_FAILED_EXIT } from './pglite-files';

/** Opens the database and counts what is synced on the way; writes two rows, and before the second one the disk begins to fail. */
const SOURCE = `
  import { openPglite } from './exchange/platform/pglite';
  const real = { fdatasyncSync: fs.fdatasyncSync, fsyncSync: fs.fsyncSync, fdatasync: fs.fdatasync };
  const replace = (sync) => {
    for (const name of ['fdatasyncSync', 'fsyncSync']) fs[name] = (descriptor) => sync(() => real[name](descriptor));
    fs.fdatasync = (descriptor, done) => {
      try {
        sync(() => real.fdatasync(descriptor, done));
      } catch (error) {
        done(error);
      }
    };
    syncBuiltinESMExports();
  };
  let syncs = 0;
  replace((sync) => { syncs += 1; sync(); });
  const db = await openPglite(process.argv[2]);
  process.stdout.write('opened ' + syncs + '\\n');
  await db.read.query('CREATE TABLE IF NOT EXISTS marks (n int8)');
  const insert = (n) => db.transaction((tx) => tx.query('INSERT INTO marks VALUES ($1)', [n]));
  await insert(1);
  process.stdout.write('acknowledged 1\\n');
  if (process.argv[3] === 'no descriptor') {
    const openSync = fs.openSync;
    fs.openSync = (path, flags, ...rest) => {
      if (flags === 'r+') throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
      return openSync(path, flags, ...rest);
    };
    syncs = 0;
    replace((sync) => { syncs += 1; sync(); });
    await insert(2);
    process.stdout.write('synced ' + syncs + '\\n');
    process.exit();
  }
  if (process.argv[3] === 'order') {
    const steps = [];
    const note = (name, step, at = 'begin') => {
      const run = fs[name];
      fs[name] = (...input) => {
        if (at === 'begin') steps.push(step(input));
        else input.push(((done) => (error) => { steps.push(step(input)); done(error); })(input.pop()));
        return run(...input);
      };
    };
    note('openSync', ([path, flags]) => (path.includes('pg_wal') && flags === 'r+' ? 'put off' : 'open'));
    for (const name of ['writeSync', 'unlinkSync', 'renameSync', 'truncateSync', 'ftruncateSync']) note(name, () => 'change');
    for (const name of ['fdatasyncSync', 'fsyncSync']) note(name, () => 'sync');
    note('fdatasync', () => 'sync', 'end');
    syncBuiltinESMExports();
    await db.read.query('CREATE TABLE more AS SELECT * FROM generate_series(1, 1000)');
    await db.read.query('DROP TABLE more');
    await db.read.query('SELECT pg_switch_wal()');
    await db.read.query('CHECKPOINT');
    await db.close();
    process.stdout.write(steps.filter((step) => step !== 'open').join(',') + '\\n');
    process.exit();
  }
  replace(() => { throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }); });
  await insert(2);
  process.stdout.write('acknowledged 2\\n');
`;
/** A start after a crash that syncs file by file comes to two thousand. */
const SYNCS_MAX = 200;
/** Two starts of a database of its own, beside other work. */
const STARTS_MS = 600_000;

const runProgram = (...input: string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, folder, ...input], { encoding: 'utf8', timeout: 300_000 });
  return { said: stdout.split('\n'), stderr, status };
};

let program = '';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fsync-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  program = await buildDiskProgram('disk', SOURCE);
});

it('ends the process at a failed fsync instead of acknowledging the commit, and the next start has what was acknowledged', {
  timeout: STARTS_MS,
}, async () => {
  const { said, stderr, status } = runProgram();
  expect(said.slice(1)).toEqual(['acknowledged 1', '']);
  expect(stderr).toContain('the disk refused');
  expect(status).toBe(DISK_FAILED_EXIT);
  const db = await openPglite(folder);
  const { rows } = await db.read.query('SELECT n FROM marks WHERE n = 1');
  await db.close();
  expect(rows).toEqual([{ n: '1' }]);
});

it('syncs the file system once at a start after a crash, and only what the start itself writes file by file', {
  timeout: STARTS_MS,
}, () => {
  runProgram();
  const { said } = runProgram();
  const syncs = Number(said[0]?.replace('opened ', ''));
  expect(syncs).toBeGreaterThan(0);
  expect(syncs).toBeLessThan(SYNCS_MAX);
  expect(said).toContain('acknowledged 1');
});

it('changes no file between a sync of the log that was put off and the moment when it is done', { timeout: STARTS_MS }, () => {
  const steps = runProgram('order').said[2]?.split(',') ?? [];
  const behind = steps.filter((_, index) => steps[index - 1] === 'put off');
  expect(behind.length).toBeGreaterThan(3);
  expect(new Set(behind)).toEqual(new Set(['sync']));
  expect(steps.filter((step) => step === 'change').length).toBeGreaterThan(20);
});

it('syncs the log at once where there is no descriptor left to do it later', { timeout: STARTS_MS }, () => {
  const { said, status } = runProgram('no descriptor');
  expect(said[2]).toBe('synced 1');
  expect(status).toBe(0);
});
