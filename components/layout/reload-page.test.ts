import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RELOAD_AGAIN_MS, reloadPage } from './reload-page';

const reload = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks for the page again while the old one still stands', () => {
  reloadPage();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(RELOAD_AGAIN_MS - 1);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(2);
});
