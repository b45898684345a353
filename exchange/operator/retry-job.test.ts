import { expect, it } from 'vitest';
import { z } from 'zod';
import { createOperatorKey, foundOperator } from '../modules/operators/operators';
import { defineJob } from '../platform/job-kinds';
import { JobRunner } from '../platform/job-runner';
import { scheduleJob } from '../platform/jobs.repository';
import { createTestDatabase } from '../platform/test-database';
import { createTestPlatform } from '../platform/test-platform';
import { runCommand } from './commands';

it('lists what was put aside, and has it tried again with a reason, once', async () => {
  const db = await createTestDatabase();
  const { platform, time } = createTestPlatform(db);
  const { key, fingerprint } = createOperatorKey();
  await db.transaction((tx) => foundOperator(tx, { name: 'eve', roles: ['admin'], fingerprint, at: 0 }));
  let isBroken = true;
  const kind = defineJob({
    name: 'gifts',
    payload: z.object({}),
    cursor: z.null(),
    tries: { triesMax: 1 },
    run: () => (isBroken ? Promise.reject(new Error('no gifts left')) : Promise.resolve(null)),
  });
  const runner = new JobRunner({ ...platform, kinds: [kind] });
  const operate = (...argv: string[]) =>
    runCommand({ db, env: { dataDir: '.', sandbox: false }, audits: [], operatorKey: key, now: () => time.now }, argv);
  expect((await operate('jobs')).text).toBe('no job waits\n');
  await db.transaction((tx) => scheduleJob(tx, kind, { key: 'easter', dueAt: time.now, payload: {} }));
  await runner.round();
  expect((await operate('jobs')).text).toBe('1  gifts  easter  due 2026-03-01T12:00:00.000Z  PUT ASIDE, failed 1 times: no gifts left\n');
  await expect(operate('jobs', 'retry', '1')).rejects.toThrow();
  isBroken = false;
  const retry = () => operate('jobs', 'retry', '1', '--reason', 'there are gifts again');
  expect((await retry()).text).toBe('job 1 (gifts, easter) is tried again\n');
  await runner.round();
  expect((await operate('jobs')).text).toBe('no job waits\n');
  await expect(retry()).rejects.toThrow('No job 1 was put aside.');
  expect((await operate('log')).text).toContain('jobs.retry done');
  await db.close();
});
