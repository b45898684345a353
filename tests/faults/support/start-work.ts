import type { Random } from './rounds';

type Member = { work(input: { random: Random; isOver(): boolean; onAnswer(): void }): Promise<void> };

/**
 * Lets members work side by side. `end` stops them and fails as the first of them did; `failed` rejects as soon as one fails. Whoever fails while a
 * fault is under way is heard of at `end`: the runner would count a rejection that nobody waits for as a failure of its own, beside the test's.
 */
export function startWork(members: readonly Member[], random: Random) {
  let isOver = false;
  let answers = 0;
  const failed = Promise.all(members.map((member) => member.work({ random, isOver: () => isOver, onAnswer: () => (answers += 1) })));
  failed.catch(() => undefined);
  return {
    failed,
    countAnswers: () => answers,
    /** Nothing new is sent from here on. */
    stop: () => {
      isOver = true;
    },
    async end(): Promise<void> {
      isOver = true;
      await failed;
    },
  };
}
