import { beforeEach, expect, it } from 'vitest';
import { createDatabaseClock } from './database-clock';
import type { Database } from './db';
import { createLogger } from './logger';
import { createMetrics } from './metrics';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 5, 1);

/** What is true, and how far the machine's own clock and its counters are from it. */
let machine = { time: START, wrongByMs: 0, sleptMs: 0 };
let clock: ReturnType<typeof createDatabaseClock>;
beforeEach(async () => {
  machine = { time: START, wrongByMs: 0, sleptMs: 0 };
  const log = createLogger('silent');
  clock = createDatabaseClock({
    db: { read: { query: () => Promise.resolve({ rows: [{ now: String(machine.time) }], rowCount: 1 }) } } as unknown as Database,
    log,
    metrics: createMetrics(log),
    local: { now: () => machine.time + machine.wrongByMs },
    counters: { running: () => machine.time - START - machine.sleptMs, sinceBoot: () => machine.time - START },
  });
  await clock.measure();
});

it('goes on with time', () => {
  machine.time += 1_234;
  expect(clock.clock.now()).toBe(machine.time);
});

it.each([HOUR_MS, -HOUR_MS])('a machine whose clock is set by %i ms takes no process along', async (byMs) => {
  machine.time += 2_000;
  machine.wrongByMs = byMs;
  expect(clock.clock.now()).toBe(machine.time);
  machine.time += 2_000;
  await clock.measure();
  expect(clock.clock.now()).toBe(machine.time);
  machine.time += 2_000;
  machine.wrongByMs = 0;
  expect(clock.clock.now()).toBe(machine.time);
});

it('a machine that slept finds the time of waking, at once', async () => {
  machine.time += HOUR_MS;
  machine.sleptMs = HOUR_MS - 10;
  expect(clock.clock.now()).toBe(machine.time);
  await clock.measure();
  machine.time += 500;
  expect(clock.clock.now()).toBe(machine.time);
});

it('a database whose clock is set is followed at the next look', async () => {
  const { time } = machine;
  machine.time = time - HOUR_MS;
  machine.sleptMs = -HOUR_MS;
  machine.wrongByMs = HOUR_MS;
  expect(clock.clock.now()).toBe(time);
  await clock.measure();
  expect(clock.clock.now()).toBe(machine.time);
});
