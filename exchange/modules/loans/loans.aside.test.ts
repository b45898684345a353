import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLoansWorld, type LoansWorld } from '../../../tests/helpers/loans-world';
import { JobRunner } from '../../platform/job-runner';
import { listAside } from '../../operator/put-aside';
import { auditLoans } from './loans.audit';
import { createLoanJob } from './loans.job';

const HOUR_MS = 3_600_000;
/** A look, and what the waits after failures come to at most. */
const LOOK_MS = 5_000;
let world: LoansWorld;
beforeEach(async () => {
  world = await createLoansWorld();
});
afterEach(() => world.close());

it('a loan whose step can not be done holds up no other: it is put aside with an alarm, and tried again after an hour', async () => {
  const ids = [await world.apply('1', '1000'), await world.apply('2', '1000'), await world.apply('3', '1000')];
  const [first = '', broken = '', last = ''] = ids;
  const stateOf = async (userId: string, id: string) => (await world.loan(userId, id)).state;
  const runner = new JobRunner({ ...world.platform, kinds: [createLoanJob(world.platform)] });
  // Its agreement is gone: it can't be paid out.
  await world.db.read.query('ALTER TABLE loan_agreements DISABLE TRIGGER USER');
  await world.db.read.query('CREATE TABLE kept AS SELECT * FROM loan_agreements WHERE loan_id = $1', [broken]);
  await world.db.read.query('DELETE FROM loan_agreements WHERE loan_id = $1', [broken]);
  await runner.round();
  world.time.now += 20_000;
  for (let look = 0; look < 12; look += 1) {
    world.time.now += LOOK_MS;
    await runner.round();
  }
  expect([await stateOf('1', first), await stateOf('2', broken), await stateOf('3', last)]).toEqual(['running', 'applying', 'running']);
  expect(world.platform.metrics.countAlarms().get('loan_aside')).toBe(1);
  expect((await world.platform.metrics.render()).body).toContain('loans_aside_total 1');
  expect((await world.db.read.query("SELECT 1 FROM jobs WHERE state = 'dead'")).rowCount).toBe(0);
  const reasonOf = async () => (await listAside(world.db.read, { kind: null, limit: 10, offset: 0 })).map(({ id, error }) => [id, error]);
  expect(await reasonOf()).toEqual([[`loan ${broken}`, expect.stringContaining('agreement')]]);
  // Mended, it goes on by itself.
  await world.db.read.query('INSERT INTO loan_agreements SELECT * FROM kept');
  world.time.now += HOUR_MS;
  await runner.round();
  expect(await stateOf('2', broken)).toBe('running');
  expect(await reasonOf()).toEqual([]);
});

it('the audit names a loan whose step waits for more than an hour', async () => {
  const id = await world.apply('1', '1000');
  world.time.now += HOUR_MS + 21_000;
  expect((await auditLoans(world.db, world.time.now)).faults).toEqual([`the next step of loan ${id} waits for more than an hour`]);
  await world.run();
  await world.proveClean();
});
