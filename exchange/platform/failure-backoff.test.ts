import { expect, it } from 'vitest';
import { FAILURE_TTL_MS, FailureBackoff } from './failure-backoff';

it('waits twice as long each time, a minute at most, and forgets what has not failed for some minutes', () => {
  const failures = new FailureBackoff();
  const waits: number[] = [];
  let now = 1_000;
  for (let times = 1; times <= 8; times += 1) {
    failures.note('work', 'slow', now);
    const until = failures.find('work', now)?.until ?? now;
    waits.push(until - now);
    now = until;
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  const last = now - 60_000;
  expect(failures.find('work', last + FAILURE_TTL_MS - 1)).toMatchObject({ times: 8 });
  expect(failures.find('work', last + FAILURE_TTL_MS)).toBeNull();
  failures.note('work', 'slow', last + FAILURE_TTL_MS);
  expect(failures.find('work', last + FAILURE_TTL_MS)).toMatchObject({ times: 1 });
});
