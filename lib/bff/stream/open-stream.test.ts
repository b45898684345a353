import { afterAll, expect, it, vi } from 'vitest';
import { openStream } from './open-stream';
import { MEMBER_STREAMS_MAX } from './stream-limiter';

const end = new AbortController();
vi.mock('../../legacy/open-stream', () => ({ openLegacyStream: () => new Promise(() => undefined) }));
// What looks after the streams would run on after the test.
vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
afterAll(() => {
  end.abort();
  vi.useRealTimers();
});

const session = { userId: '7', username: 'ada', mode: 'demo', upstream: 'x', epoch: '' } as const;
const open = (signal: AbortSignal) =>
  openStream({
    ...{ session, source: '203.0.113.7', topics: new Set(['tickers']), lastId: null, signal },
    isAllowed: () => Promise.resolve(true),
    isSignedOut: () => false,
  });

it('security: a stream whose client has left before it began holds no place', async () => {
  const reader = open(end.signal).getReader();
  await reader.read();
  // As many as would push the standing one out, if each held a place; nothing of them is read.
  for (let n = 0; n < MEMBER_STREAMS_MAX; n += 1) open(AbortSignal.abort());
  const heard: string[] = [];
  void reader.read().then(({ value }) => heard.push(new TextDecoder().decode(value)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual([]);
});
