import { expect, it } from 'vitest';
import { faucet } from '../protocol/extensions';
import { amendOrder } from '../protocol/amend';
import { markRead } from '../protocol/notifications';
import { readAnswer } from './read-answer';

/** Half of the longest answer that is read at all. */
const LENGTH = 2 * 1024 * 1024;
/** What is read once takes a fiftieth of it; what is read anew from each place takes hours. */
const CPU_MS_MAX = 3_000;
const json = (value: object) => JSON.stringify(value);

it.each([
  ['angle brackets in a message', (n: number) => json({ status: 1, info: '<'.repeat(n) })],
  ['angle brackets in a refusal', (n: number) => json({ status: 0, info: '<'.repeat(n) })],
  ['tags that end nowhere', (n: number) => json({ status: 0, info: '<b '.repeat(n / 3) })],
  ['a string that never ends', (n: number) => `{"status":1,"info":1.5,"x":"${'\\"'.repeat(n / 2)}`],
  ['backslashes that never end', (n: number) => `{"status":1,"info":1.5,"x":"${'\\'.repeat(n)}`],
  ['strings of a quotation mark', (n: number) => `{"status":1,"info":1.5,"x":${'"\\""'.repeat(n / 4)}`],
  ['one long string', (n: number) => json({ status: 1, info: 0.5, x: 'x'.repeat(n) })],
  ['one long string of escapes', (n: number) => json({ status: 1, info: 0.5, x: '"'.repeat(n / 2) })],
  ['blanks', (n: number) => json({ status: 0, info: `${' '.repeat(n)}x` })],
  ['blanks behind a name', (n: number) => `{"status"${' '.repeat(n)}`],
  ['open objects', (n: number) => '{"a":'.repeat(n / 5)],
  ['open lists', (n: number) => '['.repeat(n)],
  ['breaks before the answer', (n: number) => `${'<br>'.repeat(n / 4)}{"status":1`],
  ['breaks behind the answer', (n: number) => `{"status":1,"info":""}${'<br>'.repeat(n / 4)}`],
  ['names that decide', (n: number) => `{"status":1,${'"status",'.repeat(n / 9)}`],
  ['digits', (n: number) => `{"status":1,"info":${'1'.repeat(n)}}`],
  ['an exponent', (n: number) => `{"status":1,"info":1e${'9'.repeat(n)}}`],
])('security: an answer of %s is read in a time that grows with its length', { timeout: 60_000 }, (_name, make) => {
  const body = make(LENGTH);
  const before = process.cpuUsage();
  for (const call of [faucet, amendOrder, markRead]) {
    try {
      readAnswer(call, { status: 200, body });
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^LEGACY_/) });
    }
  }
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(CPU_MS_MAX);
});
