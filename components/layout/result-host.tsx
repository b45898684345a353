'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { results } from './result';
import { ResultSheet } from './result-sheet';

/** Shows what the last write came to, on any page. Stands once in the member layout, with its code: a result is said whatever can be loaded. */
export function ResultHost() {
  const result = useSyncExternalStore(results.subscribe, results.read, () => null);
  // Kept while the sheet closes, so that it doesn't go blank under the finger.
  const [last, setLast] = useState(result);
  if (result !== null && result !== last) setLast(result);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result belongs to the page that it came of.
  useEffect(() => results.close, [path]);
  return last === null ? null : <ResultSheet isOpen={result !== null} onClose={results.close} result={last} />;
}
