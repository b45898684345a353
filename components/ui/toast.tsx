'use client';
import { useSyncExternalStore } from 'react';

/** Long enough to read two short lines. */
const TOAST_MS = 4_000;
let current: { id: number; text: string } | null = null;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function emit(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows one line of small news at the bottom for four seconds. Never for anything that moves money. */
export function showToast(text: string): void {
  clearTimeout(timer);
  emit({ id: (current?.id ?? 0) + 1, text });
  timer = setTimeout(() => emit(null), TOAST_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stands once in the member layout. */
export function ToastHost() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(6rem+env(safe-area-inset-bottom))] z-50 grid justify-items-center px-(--gutter)"
      role="status"
    >
      {toast ? (
        <p className="page max-w-sm rounded-field bg-action px-4 py-2.5 text-action-ink text-small" key={toast.id}>
          {toast.text}
        </p>
      ) : null}
    </div>
  );
}
