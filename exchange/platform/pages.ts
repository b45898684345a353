import { PAGE_SIZE } from '../../lib/protocol/wire';
import type { Database, Tx } from './db';

/** Returns where a page is read: the first one has what was just done, others may be a second old. */
export function doorOfPage(db: Pick<Database, 'read' | 'past'>, page: number): Tx {
  return page > 1 ? db.past : db.read;
}

/** Returns how many rows of a list come before a page; pages have PAGE_SIZE rows and count from 1. */
export function offsetOf(page: number): number {
  return (page - 1) * PAGE_SIZE;
}
