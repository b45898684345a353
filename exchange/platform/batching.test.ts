import { expect, it } from 'vitest';
import { BATCH_MS, adaptBatchSize, deadlineOfBatch, judgeFailure } from './batching';
import { CommitOutcomeUnknown, DeadlineExceeded } from './db';

const fault = new Error('a fault');

it.each([
  { name: 'an unknown end is told as that', error: new CommitOutcomeUnknown(fault), size: 256, tookMs: 10, verdict: { kind: 'unknown' } },
  { name: 'an outage is no reason to split', error: new DeadlineExceeded('outage'), size: 256, tookMs: 4_000, verdict: { kind: 'wait' } },
  { name: 'also for one', error: new DeadlineExceeded('outage'), size: 1, tookMs: 4_000, verdict: { kind: 'wait' } },
  { name: 'a fault is looked for in halves', error: fault, size: 256, tookMs: 10, verdict: { kind: 'split', batchMax: 128 } },
  {
    name: 'what took seconds is taken apart',
    error: new DeadlineExceeded('slow'),
    size: 256,
    tookMs: 4_000,
    verdict: { kind: 'split', batchMax: 1 },
  },
  {
    name: 'what had no time is halved',
    error: new DeadlineExceeded('slow'),
    size: 256,
    tookMs: 1_000,
    verdict: { kind: 'split', batchMax: 128 },
  },
  {
    name: 'a slow one alone is refused',
    error: new DeadlineExceeded('slow'),
    size: 1,
    tookMs: 1_000,
    verdict: { kind: 'refuse', reason: 'slow' },
  },
  { name: 'a faulty one alone is refused', error: fault, size: 1, tookMs: 10, verdict: { kind: 'refuse', reason: 'fault' } },
])('$name', ({ error, size, tookMs, verdict }) => {
  expect(judgeFailure(error, { size, tookMs })).toEqual(verdict);
});

it('batches shrink while they take long, grow again while they are quick and full, and stay between 16 and the most', () => {
  const next = (current: number, size: number, tookMs: number) => adaptBatchSize({ current, size, tookMs, max: 256 });
  expect([next(256, 256, 600), next(256, 40, 600), next(32, 20, 600), next(16, 16, 600)]).toEqual([128, 20, 16, 16]);
  expect([next(64, 64, 100), next(64, 1, 100), next(256, 256, 100), next(64, 64, 300)]).toEqual([128, 64, 256, 64]);
});

it('a batch has to be committed by the deadline of its most urgent command, but gets a second', () => {
  const until = (...deadlines: (number | null)[]) =>
    deadlineOfBatch(
      deadlines.map((deadline) => ({ deadline, batchMax: 256 })),
      10_000,
    );
  expect([until(12_000, 13_000), until(10_001, 13_000), until(null), until(null, 20_000)]).toEqual([12_000, 11_000, 14_000, 14_000]);
  const alone = [{ deadline: null, batchMax: 1 }];
  expect([deadlineOfBatch(alone, 10_000), deadlineOfBatch(alone, 10_000, BATCH_MS)]).toEqual([11_000, 14_000]);
});
