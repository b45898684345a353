import { expect, it } from 'vitest';
import { createBatchLoader } from './batch-loader';
import { READ_OUTAGE_MS } from './work-limits';

function open() {
  const time = { now: 0 };
  const sent: { keys: readonly string[]; answer(found: Record<string, string>): void; fail(error: Error): void }[] = [];
  const read = createBatchLoader<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        sent.push({ keys, answer: (found) => resolve(new Map(Object.entries(found))), fail: reject });
      }),
    () => time.now,
  );
  return { sent, read, time };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Asks for `a` and `b` in two turns of the event loop: two statements are under way then. */
async function askTwice(read: (key: string) => Promise<string | null>) {
  const first = read('a');
  await settled();
  const second = read('b');
  await settled();
  return [first, second] as const;
}

it('a read that finds nothing under way is sent in its turn of the event loop, by itself', async () => {
  const { sent, read } = open();
  const asked = read('a');
  await settled();
  expect(sent.map(({ keys }) => keys)).toEqual([['a']]);
  sent[0]?.answer({ a: 'one' });
  expect(await asked).toBe('one');
});

it('who asks in one turn of the event loop shares a statement', async () => {
  const { sent, read } = open();
  const asked = ['a', 'b', 'a'].map((key) => read(key));
  expect(sent).toHaveLength(0);
  await settled();
  expect(sent.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  sent[0]?.answer({ a: 'one', b: 'two' });
  expect(await Promise.all(asked)).toEqual(['one', 'two', 'one']);
});

it('who asks while two are under way shares the next statement, which begins after it asked', async () => {
  const { sent, read } = open();
  const first = await askTwice(read);
  const later = ['a', 'x', 'x', 'y'].map((key) => read(key));
  await settled();
  expect(sent).toHaveLength(2);
  sent[0]?.answer({ a: 'old' });
  await settled();
  expect(sent[2]?.keys).toEqual(['a', 'x', 'y']);
  sent[2]?.answer({ a: 'new', x: 'two' });
  expect(await Promise.all(later)).toEqual(['new', 'two', 'two', null]);
  sent[1]?.answer({});
  expect(await Promise.all(first)).toEqual(['old', null]);
});

it('error: a statement that fails is the failure of those who shared it, and of nobody else', async () => {
  const { sent, read } = open();
  const first = await askTwice(read);
  const later = [read('x'), read('y')];
  sent[0]?.fail(new Error('gone'));
  await expect(first[0]).rejects.toThrow('gone');
  await settled();
  sent[2]?.fail(new Error('again'));
  for (const each of later) await expect(each).rejects.toThrow('again');
  sent[1]?.answer({});
  expect(await first[1]).toBe(null);
  const after = read('z');
  await settled();
  sent[3]?.answer({ z: 'three' });
  expect(await after).toBe('three');
});

it('error: who waited through an outage is refused, and who asked since is answered', async () => {
  const { sent, read, time } = open();
  const first = await askTwice((key) => read(key).catch(() => 'failed'));
  const late = read('c');
  const told = expect(late).rejects.toThrow('could not be reached');
  time.now += READ_OUTAGE_MS;
  const since = read('d');
  sent[0]?.fail(new Error('gone'));
  await told;
  await settled();
  expect(sent[2]?.keys).toEqual(['d']);
  sent[2]?.answer({ d: 'four' });
  expect(await since).toBe('four');
  sent[1]?.answer({});
  expect(await Promise.all(first)).toEqual(['failed', null]);
});

it('error: beyond ten thousand that wait the next one is refused at once', async () => {
  const { sent, read } = open();
  await askTwice(read);
  const asked = Array.from({ length: 10_000 }, (_, index) => read(String(index)));
  await expect(read('more')).rejects.toThrow('could not be reached');
  for (let next = 0; next < sent.length; next += 1) {
    sent[next]?.answer({});
    await settled();
  }
  expect(await Promise.all(asked)).toHaveLength(10_000);
});
