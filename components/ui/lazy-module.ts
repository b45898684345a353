'use client';
import { useEffect, useSyncExternalStore } from 'react';

type LazyModule<Part> = {
  read(): Part | null;
  subscribe(listener: () => void): () => void;
  /** Ends when it is known whether the code is there. Never fails. */
  ask(): Promise<void>;
};

/** Code loaded on demand. `read` is null until it is loaded; after a failed load the next `ask` retries. */
export function createLazyModule<Part>(load: () => Promise<Part>): LazyModule<Part> {
  const listeners = new Set<() => void>();
  let part: Part | null = null;
  let isAsked = false;
  return {
    read: () => part,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ask(): Promise<void> {
      if (isAsked) return;
      isAsked = true;
      // Where it fails the line is gone, which its own notice says, or the page is older than what is served now.
      part = await load().catch(() => null);
      isAsked = part !== null;
      if (part !== null) for (const listener of listeners) listener();
    },
  };
}

/**
 * Asks for code when its user is first drawn, and returns it; null until it is there, and where it can't be loaded. For what stands in the frame of
 * every page: with `dynamic` that would be an error of the frame, and the page would be gone.
 */
export function useLazyModule<Part>(code: LazyModule<Part>): Part | null {
  useEffect(() => void code.ask(), [code]);
  return useSyncExternalStore(code.subscribe, code.read, () => null);
}
