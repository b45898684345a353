'use client';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { useWhenUp } from './use-when-up';

/** Refreshes the page in place until what failed is there. */
export function AutoRetry() {
  const router = useRouter();
  useWhenUp(useCallback(() => router.refresh(), [router]));
  return null;
}
