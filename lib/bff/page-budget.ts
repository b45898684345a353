import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors/app-error';

/** How long a page waits for the exchange. Then it is sent without what is missing, and the browser asks on. */
export const PAGE_BUDGET_MS = 4_000;

/** On the global object: each bundle of this process has a copy of this file, and they call each other's reads. */
const slot = Symbol.for('candor.page-budget');
function budgets(): AsyncLocalStorage<AbortSignal> {
  const holder = globalThis as { [slot]?: AsyncLocalStorage<AbortSignal> };
  holder[slot] ??= new AsyncLocalStorage();
  return holder[slot];
}

const late = () => new AppError('LEGACY_TIMEOUT', { detail: 'the page waits no longer' });

/** Runs the reads of a page: together they take `budgetMs` at most, and what comes later fails with LEGACY_TIMEOUT. */
export async function withPageBudget<T>(run: () => Promise<T>, budgetMs = PAGE_BUDGET_MS): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late()), budgetMs);
  try {
    return await budgets().run(controller.signal, run);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns when the page under way stops waiting; none outside a page. For reads that are made for it alone. */
export function pageSignal(): AbortSignal | undefined {
  return budgets().getStore();
}

/** Starts a read that others may share: it doesn't end with the page that began it. */
export function outsidePage<T>(read: () => T): T {
  return budgets().exit(read);
}

/** Waits for a shared read as long as the page may. @throws LEGACY_TIMEOUT */
export function waitWithinPage<T>(answer: Promise<T>): Promise<T> {
  const signal = pageSignal();
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const leave = () => reject(late());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
