import { expect, it } from 'vitest';
import { cacheSessions, SESSION_CACHE_MS } from './accounts.session-cache';

const ada = { userId: '1', username: 'ada', mode: 'demo', sessionId: '7', epoch: '0' } as const;

function open() {
  const time = { now: 5_000 };
  const stored = { session: ada as typeof ada | null, reads: 0, load: async (): Promise<typeof ada | null> => stored.session };
  const sessions = cacheSessions<typeof ada>({ now: () => time.now }, () => {
    stored.reads += 1;
    return stored.load();
  });
  return { time, stored, sessions, read: () => sessions.read('hash') };
}

it('reads a session once within its time, and again after it', async () => {
  const { time, stored, read } = open();
  await read();
  time.now += SESSION_CACHE_MS - 1;
  expect(await read()).toEqual(ada);
  expect(stored.reads).toBe(1);
  stored.session = null;
  time.now += 1;
  expect(await read()).toBeNull();
});

it('a session that is ended here is unknown at once', async () => {
  const { stored, sessions, read } = open();
  await read();
  stored.session = null;
  sessions.forget();
  expect(await read()).toBeNull();
});

it('what was read while it was being ended is not kept', async () => {
  const { stored, sessions, read } = open();
  let answer: (session: typeof ada) => void = () => undefined;
  stored.load = () => new Promise((resolve) => (answer = resolve));
  const slow = read();
  sessions.forget();
  stored.load = async () => null;
  answer(ada);
  expect(await slow).toEqual(ada);
  expect(await read()).toBeNull();
});

it('a clock that was set back keeps nothing alive', async () => {
  const { time, stored, read } = open();
  await read();
  stored.session = null;
  time.now -= 60_000;
  expect(await read()).toBeNull();
});

it('nobody is not remembered', async () => {
  const { stored, read } = open();
  stored.session = null;
  expect(await read()).toBeNull();
  stored.session = ada;
  expect(await read()).toEqual(ada);
});
