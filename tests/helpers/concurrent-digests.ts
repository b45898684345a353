import { expect } from 'vitest';
import { credited } from '../../exchange/modules/faucet/faucet.events';
import { createNotificationsModule } from '../../exchange/modules/notifications/notifications.module';
import type { Platform } from '../../exchange/platform/app';
import { JobRunner } from '../../exchange/platform/job-runner';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Has somebody who wants mails of money get news twice, ten minutes apart, and then all of these processes, which share a database, do what is due at once,
 * with a mailer that answers when it is told. One mail says both, once; after a failure it is the same one again.
 */
export async function runConcurrentDigests(processes: readonly Platform[], time: { now: number }): Promise<void> {
  const sent: string[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const mailer = {
    send: ({ text }: { text: string }) =>
      new Promise<void>((done, fail) => {
        sent.push(text);
        answers.push((error) => (error === undefined ? done() : fail(error)));
      }),
  };
  const modules = processes.map((platform) => createNotificationsModule(platform, { mailer }));
  const [{ db }, { consumers, jobs }] = [processes[0] as Platform, modules[0] as (typeof modules)[number]];
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind, email) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person', 'ada@mail.example')`,
  );
  await db.read.query(`INSERT INTO notification_people (user_id, mailed) VALUES (7, '{money}')`);
  const happen = (id: string, amount: string) => {
    const { payload, ...event } = credited.create({
      userId: '7',
      mode: 'real',
      at: time.now,
      payload: { source: 'faucet', asset: 'USDT', amount },
    });
    return db.transaction(async (tx) => consumers[0]?.handle(tx, [{ ...event, id, payload } as never]));
  };
  await happen('1', '11');
  time.now += 10 * MINUTE_MS;
  await happen('2', '22');
  time.now += 2 * MINUTE_MS;
  const runners = processes.map((platform) => new JobRunner({ ...platform, kinds: [jobs[0] as never] }));
  const round = async (error?: Error) => {
    const before = sent.length;
    const rounds = runners.map((runner) => runner.round());
    await expect.poll(() => sent.length).toBeGreaterThan(before);
    // Whoever has nothing to send is through: what is under way is all that will be.
    const open = async () =>
      (await db.read.query(`SELECT 1 FROM jobs WHERE state = 'waiting' AND run_at <= to_timestamp($1::int8 / 1000.0)`, [time.now]))
        .rowCount;
    await expect.poll(open).toBe(0);
    for (const answer of answers.splice(0)) answer(error);
    await Promise.all(rounds);
  };
  await round(new Error('the mail server is away'));
  expect(sent).toHaveLength(1);
  time.now += 5_000;
  await round();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toContain('22');
  // What waited for it says nothing more, then and an hour later.
  for (const wait of [6 * MINUTE_MS, HOUR_MS]) {
    time.now += wait;
    for (const runner of runners) await runner.round();
  }
  expect(sent).toHaveLength(2);
}
