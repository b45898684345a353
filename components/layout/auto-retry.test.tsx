import { act } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { standInPage } from '@/tests/helpers/stand-in-page';

const router = { refresh: vi.fn() };
vi.mock('next/navigation', () => ({ useRouter: () => router }));
/** Questions that wait for their answer. */
const open: ((response: Response) => void)[] = [];
const ask = vi.fn(
  (_path: string, _options: RequestInit) =>
    new Promise<Response>((resolve) => {
      open.push(resolve);
    }),
);
let leave: () => Promise<void>;

beforeAll(async () => {
  const place = standInPage()();
  const { createRoot } = await import('react-dom/client');
  const { AutoRetry } = await import('./auto-retry');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', ask);
  Object.assign(document, { visibilityState: 'visible' });
  const root = createRoot(place);
  leave = () => act(async () => root.unmount());
  await act(async () => root.render(<AutoRetry />));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a page that is looked at again while it asks goes on in one line of questions, each of which ends', async () => {
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 5; n += 1) {
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
  }
  const asked = ask.mock.calls.length;
  for (const resolve of open.splice(0)) resolve(Response.json({ status: 'ok', upstream: 'down' }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask.mock.calls.length - asked).toBe(1);
  expect(ask.mock.lastCall?.[1].signal).toBeInstanceOf(AbortSignal);
  await leave();
});
