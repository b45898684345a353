import { PAGE_SIZE } from '../../lib/protocol/wire';

/**
 * Returns how many rows of a list come before a page; pages have PAGE_SIZE rows and count from 1. All pages of such a list are read where the
 * first one is: an older state that lacks the newest row would begin the second one a row too far, and that row would be on neither.
 */
export function offsetOf(page: number): number {
  return (page - 1) * PAGE_SIZE;
}
