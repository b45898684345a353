import { expect, it } from 'vitest';
import { createLogger } from '../../platform/logger';
import { createMetrics } from '../../platform/metrics';
import { createWorkLimiter } from './accounts.work-limiter';

const network = (n: number) => ({ source: `network ${n}`, isKnown: false });
const codeOf = (error: unknown) => (error as { code: string }).code;

/** Work that ends when the test says so, and a count of how much of it ran at once. */
function work() {
  const ends: (() => void)[] = [];
  const seen = { running: 0, most: 0 };
  const run = () =>
    new Promise<string>((resolve) => {
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      ends.push(() => {
        seen.running -= 1;
        resolve('done');
      });
    });
  return { run, seen, end: () => ends.shift()?.() };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('security: runs two at a time however many come, and ends all that it took', async () => {
  const gate = createWorkLimiter({ runningMax: 2 });
  const { run, seen, end } = work();
  const asked = Array.from({ length: 200 }, (_, n) => gate.run(network(n), run).catch(codeOf));
  for (let n = 0; n < 200; n += 1) {
    end();
    await settle();
  }
  const answers = await Promise.all(asked);
  expect([seen.most, answers.filter((answer) => answer === 'done').length]).toEqual([2, 50]);
  expect(answers.filter((answer) => answer === 'SIGN_IN_BUSY')).toHaveLength(150);
});

it('security: gives one source four places, so that others get in at once', async () => {
  const gate = createWorkLimiter({ runningMax: 1 });
  const { run, end } = work();
  const flood = Array.from({ length: 100 }, () => gate.run(network(1), run).catch(codeOf));
  const other = gate.run(network(2), run);
  for (let n = 0; n < 5; n += 1) {
    end();
    await settle();
  }
  expect(await other).toBe('done');
  expect((await Promise.all(flood)).filter((answer) => answer === 'done')).toHaveLength(4);
});

it('security: keeps room for devices that were signed in on before', async () => {
  const gate = createWorkLimiter({ runningMax: 1 });
  const { run, end } = work();
  const flood = Array.from({ length: 100 }, (_, n) => gate.run(network(n), run).catch(codeOf));
  const known = gate.run({ source: 'device a', isKnown: true }, run);
  for (let n = 0; n < 50; n += 1) {
    end();
    await settle();
  }
  expect([await known, (await Promise.all(flood)).filter((answer) => answer === 'done').length]).toEqual(['done', 49]);
});

it('error: whoever waits too long is told so, and nothing ran; a failure hands the turn on', async () => {
  const gate = createWorkLimiter({ runningMax: 1, waitMaxMs: 1 });
  const { run, end } = work();
  const first = gate.run(network(1), run);
  let ran = false;
  const late = gate.run(network(2), async () => {
    ran = true;
  });
  await expect(late).rejects.toMatchObject({ code: 'SIGN_IN_BUSY' });
  end();
  await first;
  await expect(gate.run(network(3), () => Promise.reject(new RangeError('broken')))).rejects.toThrow('broken');
  expect([ran, await gate.run(network(4), async () => 'next')]).toEqual([false, 'next']);
});

it('shows in the metrics what runs and waits, and why somebody had no turn', async () => {
  const metrics = createMetrics(createLogger('silent'));
  const gate = createWorkLimiter({ runningMax: 1, metrics });
  const { run, end } = work();
  const asked = Array.from({ length: 5 }, () => gate.run(network(1), run).catch(codeOf));
  await settle();
  const { body } = await metrics.render();
  expect(body).toMatch(/^exchange_sign_in_work\{state="running"\} 1$/m);
  expect(body).toMatch(/^exchange_sign_in_work\{state="waiting"\} 3$/m);
  expect(body).toMatch(/^exchange_sign_in_busy_total\{reason="source"\} 1$/m);
  for (let n = 0; n < 4; n += 1) {
    end();
    await settle();
  }
  expect(await Promise.all(asked)).toContain('SIGN_IN_BUSY');
});
