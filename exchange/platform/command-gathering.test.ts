import { expect, it, vi } from 'vitest';
import { Gathering } from './command-gathering';

/** Longer than any wait: what ends before was ended by what came. */
const LONG = 1e9;
const isOver = (wait: Promise<void>) => Promise.race([wait.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
const ask = (gathering: Gathering, count: number) => {
  for (let index = 0; index < count; index += 1) gathering.note({ isAsked: true });
};

/** One whose answered have asked again, twice. */
async function createTrusting(): Promise<Gathering> {
  const gathering = new Gathering();
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await isOver(gathering.wait({ answered: 8, tookMs: LONG }))).toBe(true);
    ask(gathering, 8);
  }
  return gathering;
}

it('waits until as many have come as were answered', async () => {
  const gathering = await createTrusting();
  const wait = gathering.wait({ answered: 8, tookMs: LONG });
  ask(gathering, 7);
  expect(await isOver(wait)).toBe(false);
  ask(gathering, 1);
  expect(await isOver(wait)).toBe(true);
});

it('ends by itself when nobody comes, and the next wait counts anew', async () => {
  const gathering = await createTrusting();
  const first = gathering.wait({ answered: 8, tookMs: LONG });
  expect(await isOver(first)).toBe(false);
  await first;
  for (let turn = 0; turn < 2; turn += 1) {
    await gathering.wait({ answered: 8, tookMs: LONG });
    ask(gathering, 100);
  }
  const wait = gathering.wait({ answered: 8, tookMs: LONG });
  expect(await isOver(wait)).toBe(false);
  await wait;
});

it('ends when most have come and nobody follows them, however late the first of them', async () => {
  const gathering = await createTrusting();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: performance.now() });
  let isEnded = false;
  void gathering.wait({ answered: 12, tookMs: LONG }).then(() => (isEnded = true));
  for (const [came, passedMs, isOverThen] of [
    [8, 10, false],
    [1, 1, false],
    [1, 1.5, false],
    [0, 1, true],
  ] as const) {
    ask(gathering, came);
    await vi.advanceTimersByTimeAsync(passedMs);
    expect(isEnded, `${came} came, ${passedMs} ms later`).toBe(isOverThen);
  }
  vi.useRealTimers();
});

it('waits for nobody where those who were answered do not ask again', async () => {
  const gathering = new Gathering();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await isOver(gathering.wait({ answered: 12, tookMs: LONG }))).toBe(true);
    ask(gathering, 4);
  }
  const trusting = await createTrusting();
  await trusting.wait({ answered: 12, tookMs: LONG });
  ask(trusting, 4);
  expect(await isOver(trusting.wait({ answered: 12, tookMs: LONG }))).toBe(true);
});

it('counts nobody who comes too late for a wait', async () => {
  const gathering = new Gathering();
  for (let turn = 0; turn < 4; turn += 1) {
    expect(await isOver(gathering.wait({ answered: 8, tookMs: 1 }))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    ask(gathering, 8);
  }
});

it('has what nobody asked for wait for nothing', async () => {
  const gathering = await createTrusting();
  const wait = gathering.wait({ answered: 30, tookMs: LONG });
  gathering.note({ isAsked: false });
  expect(await isOver(wait)).toBe(true);
});

it('does not wait for a few', async () => {
  expect(await isOver(new Gathering().wait({ answered: 7, tookMs: LONG }))).toBe(true);
});
