import type { RateSource } from './rate-limit';

/** Names the answer that a request will get, for whoever decides about the request without seeing it. Set by the server alone. */
export const ANSWER_HEADER = 'x-candor-answer';

/** Concurrent page renders for one member. */
const MEMBER_RUNNING_MAX = 4;
/** For a network address, which many people may share. */
const NETWORK_RUNNING_MAX = 16;
const WAITING_MAX = 64;
const WAIT_MAX_MS = 10_000;

/** The part of an answer that is needed: when it is over, however it ends. */
export type Answer = { once(event: 'close', listener: () => void): unknown };
type Waiter = (hasTurn: boolean) => void;
type Line = { running: number; waiting: Waiter[] };
export type PageLimiter = {
  /** Notes the answer of a request; returns its name. */
  note(answer: Answer): string;
  /** Waits for a render slot of the source; false when the queue is full or the wait timed out. The slot is released when the response ends. */
  take(name: string | null, source: RateSource): Promise<boolean>;
};

/** Returns the concurrency limiter of page renders per source, so that one client's 24 connections don't slow others down. */
export function createPageLimiter({ waitMaxMs = WAIT_MAX_MS } = {}): PageLimiter {
  const answers = new Map<string, Answer>();
  const lines = new Map<string, Line>();
  let noted = 0;

  function leave(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) next(true);
    else line.running -= 1;
    if (line.running === 0) lines.delete(key);
  }

  /** Whoever goes away while waiting is gone from the line at once. */
  function wait(line: Line, answer: Answer): Promise<boolean> {
    return new Promise((resolve) => {
      const settle: Waiter = (hasTurn) => {
        clearTimeout(timer);
        resolve(hasTurn);
      };
      const giveUp = () => {
        const place = line.waiting.indexOf(settle);
        if (place < 0) return;
        line.waiting.splice(place, 1);
        settle(false);
      };
      const timer = setTimeout(giveUp, waitMaxMs);
      answer.once('close', giveUp);
      line.waiting.push(settle);
    });
  }

  return {
    note(answer) {
      noted += 1;
      const name = String(noted);
      answers.set(name, answer);
      answer.once('close', () => answers.delete(name));
      return name;
    },
    async take(name, { kind, id }) {
      // A host that shows no connections bounds them itself.
      const answer = name === null ? undefined : answers.get(name);
      if (answer === undefined) return true;
      const key = `${kind} ${id}`;
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < (kind === 'user' ? MEMBER_RUNNING_MAX : NETWORK_RUNNING_MAX)) line.running += 1;
      else if (line.waiting.length >= WAITING_MAX || !(await wait(line, answer))) return false;
      // It may have ended between its turn and now.
      if (name !== null && !answers.has(name)) leave(key, line);
      else answer.once('close', () => leave(key, line));
      return true;
    },
  };
}

/** Kept on the global object: what sees connections and what decides about pages are separate bundles of one process. */
const slot = Symbol.for('candor.page-limiter');
export function pageLimiter(): PageLimiter {
  const holder = globalThis as { [slot]?: PageLimiter };
  holder[slot] ??= createPageLimiter();
  return holder[slot];
}
