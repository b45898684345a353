'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { Notice } from '@/components/ui/notice';

/** What the console said of an action that was done or asked for. */
export type ActionResult = { text: string; preview?: string };
type Kept = ActionResult & { path: string };

let kept: Kept | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
function set(next: Kept | null): void {
  if (kept === next) return;
  kept = next;
  for (const listener of listeners) listener();
}

/** Keeps what a form said that its own action took from the page, for the page at `path`. */
export const keepResult = (said: Kept) => set(said);
/** Another action begins: what was said before is over. */
export const clearResult = () => set(null);

export function ResultNotice({ said: { text, preview } }: { said: ActionResult }) {
  return (
    <Notice isAlert tone="info">
      {text}
      {preview ? <pre className="whitespace-pre-wrap wrap-anywhere pt-1">{preview}</pre> : null}
    </Notice>
  );
}

/** The confirmation of an action whose form is gone, since what it was about is another one now; until the page is left. */
export function LastResult() {
  const path = usePathname();
  const said = useSyncExternalStore(
    subscribe,
    () => kept,
    () => null,
  );
  useEffect(() => {
    if (kept !== null && kept.path !== path) clearResult();
  }, [path]);
  if (said === null || said.path !== path) return null;
  return (
    <div className="pb-4">
      <ResultNotice said={said} />
    </div>
  );
}
