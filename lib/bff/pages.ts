import type { z } from 'zod';
import type { ordersQuerySchema } from '../dto/spot';
import { PAGE_SIZE } from '../protocol/wire';

/** Returns the page of a query as a legacy field; none is the first. */
export function toPageField(page: number | undefined): string | undefined {
  return page === undefined ? undefined : String(page);
}

/** Returns the fields of call 30, which lists the orders of every product. */
export function toHistoryFields<Type extends string>(type: Type, { state, symbol, page }: z.infer<typeof ordersQuerySchema>) {
  return { type, state, market: symbol, page: toPageField(page) };
}

/** Tells whether a page is full: only then may another follow. */
export function isFullPage(rows: readonly unknown[]): boolean {
  return rows.length >= PAGE_SIZE;
}
