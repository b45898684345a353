/** Stars that a browser keeps by itself: where the exchange keeps none, and from before it did. */
const STORAGE_KEY = 'candor.favourite-markets';
const NONE: readonly string[] = [];
const listeners = new Set<() => void>();
let known: readonly string[] | null = null;

export function readDevice(): readonly string[] {
  if (known !== null) return known;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    known = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : NONE;
  } catch {
    // Storage that is full, blocked or spoilt by another hand is the same as an empty one.
    known = NONE;
  }
  return known;
}

export function writeDevice(next: readonly string[]): void {
  known = next;
  try {
    if (next.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch {
    // The stars then last as long as the tab.
    known = next;
  }
  for (const listener of listeners) listener();
}

export function subscribeDevice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
