'use client';
import { useEffect } from 'react';

const ROWS = 'main [data-row]';

/** Where a key leads: j and k from row to row of all lists of the page, / to the search, n to the next page. */
function findGoal(key: string): HTMLElement | null {
  if (key === '/') return document.querySelector<HTMLElement>('main [data-search]');
  if (key === 'n') return document.querySelector<HTMLElement>('main a[data-next]');
  const step = { j: 1, k: -1 }[key];
  if (step === undefined) return null;
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.checkVisibility());
  const at = rows.indexOf(document.activeElement as HTMLElement);
  return rows[at < 0 ? 0 : at + step] ?? null;
}

/** The keys of the console, wherever the focus is but in a field. Enter opens, as on any link. */
export function useDeskKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || (event.target as HTMLElement).closest('input, select, textarea')) return;
      const goal = findGoal(event.key);
      if (goal === null) return;
      event.preventDefault();
      if (event.key === 'n') goal.click();
      else goal.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
