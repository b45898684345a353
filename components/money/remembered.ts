/** What a browser remembers of tickets: a taste, nothing that matters. One that drops its storage begins with the defaults again. */
const PREFIX = 'candor.ticket.';
const LENGTH_MAX = 40;

/** Returns what was remembered under a name, or null. */
export function readRemembered(name: string): string | null {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null || kept.length > LENGTH_MAX ? null : kept;
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Storage that is full or blocked: the next ticket begins with the default.
  }
}
