import { PAGE_SIZE } from '../../lib/protocol/wire';

/** Returns how many rows of a list come before a page; pages have PAGE_SIZE rows and count from 1. */
export function offsetOf(page: number): number {
  return (page - 1) * PAGE_SIZE;
}
