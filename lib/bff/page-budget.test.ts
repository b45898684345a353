import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce';
import { PAGE_BUDGET_MS, pageSignal, waitWithinPage, withPageBudget } from './page-budget';

const never = () => new Promise<never>(() => undefined);
const codeOf = (promise: Promise<unknown>) => promise.then(String, (error: { code?: string }) => error.code ?? 'unknown');

describe('the budget of a page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends a shared read for the page alone: who asks without a page waits on', async () => {
    let answer = (_value: string): void => undefined;
    const read = () => new Promise<string>((resolve) => (answer = resolve));
    const page = codeOf(withPageBudget(() => coalesce('budget a', read)));
    const handler = codeOf(coalesce('budget a', never));
    await vi.advanceTimersByTimeAsync(PAGE_BUDGET_MS);
    expect(await page).toBe('LEGACY_TIMEOUT');
    answer('late');
    expect(await handler).toBe('late');
  });
  it('is one for all reads of the page, however many come one after the other', async () => {
    const page = codeOf(
      withPageBudget(async () => {
        for (let n = 0; n < 10; n += 1) await codeOf(waitWithinPage(never()));
        return 'sent';
      }),
    );
    await vi.advanceTimersByTimeAsync(PAGE_BUDGET_MS);
    expect(await page).toBe('sent');
    expect(vi.getTimerCount()).toBe(0);
  });
  it('is not known to what a page starts for others, nor outside a page', async () => {
    const seen = await withPageBudget(() => coalesce('budget b', async () => pageSignal()));
    expect([seen, pageSignal()]).toEqual([undefined, undefined]);
  });
  it('error: a read that fails in time fails as itself', async () => {
    const page = codeOf(withPageBudget(() => waitWithinPage(Promise.reject(Object.assign(new Error(), { code: 'MARKET_UNKNOWN' })))));
    expect(await page).toBe('MARKET_UNKNOWN');
  });
});
