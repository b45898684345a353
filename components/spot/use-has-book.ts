'use client';
import { useMember } from '@/components/layout/member-context';

/** Says whether the backend tells which orders rest in its books, and what was traded. */
export function useHasBook(): boolean {
  return useMember().features.includes('book');
}
