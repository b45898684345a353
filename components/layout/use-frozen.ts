'use client';
import { useState } from 'react';

/** Returns `value`, and while `isFrozen` what it was when that began: figures on the screen stay those of the tap. */
export function useFrozen<T>(value: T, isFrozen: boolean): T {
  const [held, setHeld] = useState<{ value: T } | null>(null);
  if (isFrozen && held === null) setHeld({ value });
  if (!isFrozen && held !== null) setHeld(null);
  return isFrozen && held !== null ? held.value : value;
}
