import { describe, expect, it } from 'vitest';
import { createSources } from './networks.sources';

type Source = { name: string; height: number; afterMs: number | null; asked: number };
const source = (name: string, height: number, afterMs: number | null = 0): Source => ({ name, height, afterMs, asked: 0 });
const answer = async <T>(one: Source, value: T): Promise<T> => {
  one.asked += 1;
  const { afterMs } = one;
  await new Promise((resolve) => (afterMs === null ? undefined : setTimeout(resolve, afterMs)));
  return value;
};
const open = (...sources: Source[]) =>
  createSources(sources, {
    readHeight: (one) => answer(one, one.height),
    readBlockId: (one, number) => answer(one, number > one.height ? null : { number, hash: `h${number}`, parentHash: `h${number - 1}` }),
  });

describe('three sources of which two are needed', () => {
  it('one that never answers holds up nothing', async () => {
    const sources = open(source('a', 100), source('silent', 100, null), source('b', 101));
    expect(await sources.readHead(5)).toEqual({ number: 100, hash: 'h100' });
    expect(await sources.readHash(99)).toBe('h99');
    expect(await sources.askAlike('a word', (one) => answer(one, 'word'))).toBe('word');
  });

  it('one that stands still and is quick leaves the others their time: the head is theirs', async () => {
    const sources = open(source('old', 90), source('a', 100, 60), source('b', 100, 90));
    expect(await sources.readHead(5)).toEqual({ number: 100, hash: 'h100' });
    expect(await sources.readHash(100)).toBe('h100');
  });

  it('one that leaves its questions open is not asked for ever', async () => {
    const silent = source('silent', 100, null);
    const sources = open(source('a', 100), silent, source('b', 100));
    for (let times = 0; times < 40; times += 1) await sources.readHash(100);
    expect(silent.asked).toBe(16);
  });

  it('two that contradict each other wait for the third', async () => {
    const sources = open(source('a', 100), source('b', 100), source('c', 100, 90));
    const shown = await sources.askAlike('a colour', (one) => answer(one, one.name === 'a' ? 'red' : 'blue'));
    expect(shown).toBe('blue');
    await expect(sources.askAlike('a name', (one) => answer(one, one.name))).rejects.toThrow('nodes disagree about a name');
  });

  it('security: one that answers about another block than it was asked for is not heard', async () => {
    const heights = [100, 100, 100];
    const sources = (answersNewest: readonly boolean[]) =>
      createSources(
        heights.map((height, index) => ({ height, index })),
        {
          readHeight: async ({ height }) => height,
          readBlockId: async ({ height, index }, number) => {
            const shown = answersNewest[index] === true ? height : number;
            return { number: shown, hash: `h${shown}`, parentHash: `h${shown - 1}` };
          },
        },
      );
    expect(await sources([true, false, false]).readHash(90)).toBe('h90');
    await expect(sources([true, true, false]).readHash(90)).rejects.toMatchObject({ reason: 'silent' });
  });

  it('one that fails is not asked first for ever where a single answer is enough', async () => {
    const broken = source('broken', 100);
    const sources = open(broken, source('a', 100), source('b', 100));
    for (let times = 0; times < 10; times += 1)
      expect(
        await sources.askOne((one) =>
          one.name === 'broken' ? answer(one, null).then(() => Promise.reject(new Error())) : answer(one, 'word'),
        ),
      ).toBe('word');
    expect(broken.asked).toBe(1);
  });
});
