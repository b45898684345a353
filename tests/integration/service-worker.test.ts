import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const SOURCE = readFileSync('public/sw.js', 'utf8');
const MESSAGE = {
  to: '12',
  title: 'Purchase filled',
  body: 'Bought 0.05 ETH.',
  veiled: 'Candor: 1 new, Trading',
  path: '/notifydetails?id=1',
  tag: 'trading-1',
  lang: 'en',
};
type Answer = () => Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>;
const answerOf =
  (device: string | null): Answer =>
  async () => ({ ok: true, status: 200, json: async () => ({ push: { key: 'k', device } }) });
const statusOf =
  (status: number): Answer =>
  async () => ({ ok: false, status, json: async () => ({}) });

/** Runs the service worker with an app that answers so, and a message that comes. Returns what was shown, and whether its subscription was ended. */
async function push(answer: Answer, message: object = MESSAGE) {
  const shown: { title: string; body?: string }[] = [];
  const asked: string[] = [];
  const state = { isEnded: false };
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (name: string, run: (event: object) => void) => listeners.set(name, run),
    location: { origin: 'https://candor.example' },
    registration: {
      showNotification: async (title: string, { body }: { body?: string }) => void shown.push({ title, body }),
      pushManager: { getSubscription: async () => ({ unsubscribe: async () => Object.assign(state, { isEnded: true }) }) },
    },
  };
  const fetch = (url: string) => {
    asked.push(url);
    return answer();
  };
  runInNewContext(SOURCE, { self, fetch, URL, AbortSignal, caches: {} });
  const waits: Promise<unknown>[] = [];
  listeners.get('push')?.({ data: { json: () => message }, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
  await Promise.all(waits);
  return { shown, asked, ...state };
}

it('a push message is shown to the device that it names, once the app says that this is the one', async () => {
  const { shown, asked, isEnded } = await push(answerOf('12'));
  expect(asked).toEqual(['/api/notifications/settings']);
  expect(shown).toEqual([{ title: MESSAGE.title, body: MESSAGE.body }]);
  expect(isEnded).toBe(false);
});

it.each([
  ['nobody is signed in', statusOf(401)],
  ['whoever is signed in takes no messages here', answerOf(null)],
])('security: what was sent before is not shown where %s, and the subscription ends', async (_name, answer) => {
  expect(await push(answer)).toMatchObject({ shown: [], isEnded: true });
});

it('security: what was sent to who had the browser before is not shown to who has it now, whose messages go on', async () => {
  expect(await push(answerOf('13'))).toMatchObject({ shown: [], isEnded: false });
  expect(await push(answerOf('12'), { ...MESSAGE, to: undefined })).toMatchObject({ shown: [] });
});

it.each([
  ['fails', statusOf(503)],
  ['is not reached', () => Promise.reject(new TypeError('no line'))],
])('security: nothing of an account is shown while the app %s', async (_name, answer) => {
  const { shown, isEnded } = await push(answer);
  expect(shown).toEqual([{ title: MESSAGE.veiled, body: undefined }]);
  expect(isEnded).toBe(false);
});
