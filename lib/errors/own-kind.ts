/**
 * Marks of our own error classes. The app is several bundles in one process, each with a copy of every class; an error that is made in one
 * and shared with another is no instance of the other's copy. The mark is the same in all of them, so the classes ask for it.
 */
const slot = (kind: string): symbol => Symbol.for(`candor.${kind}`);

/** Marks an error as one of a kind. The mark is not enumerable: no log and no JSON shows it. */
export function mark(error: object, kind: string): void {
  Object.defineProperty(error, slot(kind), { value: true });
}

/** Whether a value was marked as one of this kind, in any bundle. */
export function isMarked(value: unknown, kind: string): boolean {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[slot(kind)] === true;
}
