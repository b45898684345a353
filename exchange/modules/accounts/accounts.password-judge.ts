import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DomainError } from '../../platform/domain-error';
import type { ChosenPassword, PasswordFault } from './accounts.password-strength';

/** Beside the built exchange, as the build makes it. */
const WORKER = new URL('./password-worker.mjs', import.meta.url);
/** A judgement takes tenths of a second, and the first one waits for the lists. */
const JUDGE_MS = 8_000;
/** The thread and its lists go when nobody has chosen a password for so long. */
const IDLE_MS = 60_000;

/** Returns why a password is too easy to guess, null when it isn't. @throws SIGN_IN_BUSY when that wasn't found out in time */
export type JudgePassword = (chosen: ChosenPassword) => Promise<PasswordFault | null>;
type Asked = { resolve(fault: PasswordFault | null): void; reject(error: Error): void; timer: NodeJS.Timeout };

/** Judges passwords in one thread of their own, so that no order waits for a long one. Whoever asks bounds how many are asked at once. */
export function createPasswordJudge(file: URL = WORKER): JudgePassword {
  // The exchange that runs from its sources, as in tests, has no built thread.
  if (!existsSync(fileURLToPath(file))) return judgeHere;
  const asked = new Map<number, Asked>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function end(reason: string): void {
    clearTimeout(idle);
    for (const { reject, timer } of asked.values()) {
      clearTimeout(timer);
      reject(new DomainError('SIGN_IN_BUSY', { detail: reason }));
    }
    asked.clear();
    void worker?.terminate();
    worker = null;
  }
  function start(): Worker {
    const made = new Worker(file);
    const endOf = (reason: string) => {
      if (worker === made) end(reason);
    };
    made.on('message', ({ id, fault }: { id: number; fault: PasswordFault | null }) => {
      const one = asked.get(id);
      asked.delete(id);
      clearTimeout(one?.timer);
      one?.resolve(fault);
    });
    made.on('error', (error) => endOf(`the thread that judges passwords failed: ${error.message}`));
    made.on('exit', () => endOf('the thread that judges passwords ended'));
    made.unref();
    return made;
  }

  return (chosen) =>
    new Promise((resolve, reject) => {
      worker ??= start();
      lastId += 1;
      const timer = setTimeout(() => end('a password took too long to be judged'), JUDGE_MS);
      asked.set(lastId, { resolve, reject, timer });
      worker.postMessage({ ...chosen, id: lastId });
      clearTimeout(idle);
      idle = setTimeout(() => end('idle'), IDLE_MS + JUDGE_MS).unref();
    });
}

const judgeHere: JudgePassword = async (chosen) => {
  const { findPasswordFault } = await import('./accounts.password-strength');
  return findPasswordFault(chosen);
};
