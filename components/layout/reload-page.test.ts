import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RELOAD_AGAIN_MS, RELOADS_MAX, reloadPage } from './reload-page';

const reload = vi.fn();
beforeEach(() => {
  reload.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks for the page again while the old one still stands, later each time, and not for ever', () => {
  reloadPage();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(RELOAD_AGAIN_MS - 1);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2 * RELOAD_AGAIN_MS - 1);
  expect(reload).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(RELOAD_AGAIN_MS * 2 ** RELOADS_MAX);
  expect(reload).toHaveBeenCalledTimes(RELOADS_MAX);
});
