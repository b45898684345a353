import { createHash } from 'node:crypto';
import type { Platform } from '../../platform/app';
import { readBounded } from '../../platform/bounded-body';

/** Whoever chooses a password waits for the answer. */
const TIMEOUT_MS = 2_000;
/** A range holds some thousand hashes of 40 bytes each. */
const ANSWER_BYTES_MAX = 1_000_000;
/** What is said of a password: a range of one in a million hashes. */
const PREFIX_LENGTH = 5;
const LINE_END = /\r?\n/;
const RANGE_LINE = /^[0-9A-F]{35}:\d+$/i;

type Service = { url: string | null; timeoutMs?: number };

/** Says whether a password is known to have leaked; false where nobody could be asked. Never throws. */
export type IsBreached = (password: string) => Promise<boolean>;

/**
 * Returns what asks a service of leaked passwords, by the range of the password's hash (k-anonymity, as Pwned Passwords answers it): five hex digits
 * leave the house, and no password. `url`: what a range is asked from, null: nobody is asked. A service that is slow or down keeps nobody out.
 */
export function createBreachCheck({ url, timeoutMs = TIMEOUT_MS, log, metrics }: Service & Pick<Platform, 'log' | 'metrics'>): IsBreached {
  if (url === null) return () => Promise.resolve(false);
  const checks = metrics.counter({
    name: 'breached_password_checks_total',
    help: 'Chosen passwords that a service of leaked ones was asked about',
    labelNames: ['outcome'],
  });
  const base = url.replace(/\/$/, '');
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const range = await readRange(`${base}/${hash.slice(0, PREFIX_LENGTH)}`, timeoutMs);
      const isFound = holds(range, hash.slice(PREFIX_LENGTH));
      checks.inc({ outcome: isFound ? 'found' : 'clean' });
      return isFound;
    } catch (error) {
      checks.inc({ outcome: 'failed' });
      // Its words may name the range.
      log.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'the service of leaked passwords was not reached');
      return false;
    }
  };
}

async function readRange(address: string, timeoutMs: number): Promise<string> {
  // Padded, so that the length of the answer says nothing of the range.
  const answer = await fetch(address, {
    headers: { 'add-padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const text = (await readBounded(answer, ANSWER_BYTES_MAX)).toString('utf8');
  // A padded range is never empty: whatever has no line of one is another's answer, such as a portal's.
  if (!text.split(LINE_END).some((line) => RANGE_LINE.test(line))) throw new Error('the answer is no range');
  return text;
}

/** A line is the rest of a hash and how often it leaked; padding leaked never. */
function holds(range: string, rest: string): boolean {
  return range.split(LINE_END).some((line) => {
    const [suffix, count] = line.split(':');
    return suffix?.toUpperCase() === rest && Number(count) > 0;
  });
}
