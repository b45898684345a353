'use client';
import { type ReadonlyURLSearchParams, useSearchParams } from 'next/navigation';
import { useState } from 'react';

/** Sets parameters of the address, or removes those that are null; `push` makes the way back take it back. */
type ChangeAddress = (change: Readonly<Record<string, string | null>>, how: 'push' | 'replace') => void;

/**
 * The parameters of the address. What is set counts in the same event: the framework tells of it in a transition, and until then a
 * control that is drawn from the address would jump back to its last choice.
 */
export function useAddressParams(): [URLSearchParams | ReadonlyURLSearchParams, ChangeAddress] {
  const drawn = useSearchParams();
  const [ahead, setAhead] = useState<{ of: ReadonlyURLSearchParams; params: URLSearchParams } | null>(null);
  const change: ChangeAddress = (parts, how) => {
    const params = new URLSearchParams(window.location.search);
    for (const [part, value] of Object.entries(parts)) {
      if (value === null) params.delete(part);
      else params.set(part, value);
    }
    setAhead({ of: drawn, params });
    window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', `${window.location.pathname}?${params.toString()}`);
  };
  return [ahead?.of === drawn ? ahead.params : drawn, change];
}
