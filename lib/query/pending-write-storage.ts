import type { Sent } from './write';

/** Prefix of the app's keys in sessionStorage. */
const OWN = 'candor.';
const PREFIX = `${OWN}write.`;
/** Prefix of the keys in localStorage that hold what a member's tickets were filled with. */
export const TICKET_KEYS = `${OWN}ticket.`;
/** No request is longer (`BODY_BYTES_MAX` of the border), and beside it stand the words of a button and a time; a longer text was not made here. */
const LENGTH_MAX = 34_000;
/** After a day nobody waits for an answer any more, and the number may be forgotten. */
const AGE_MAX_MS = 24 * 60 * 60_000;

/** The tab's own storage, or the browser's; null where the browser refuses it. */
function storage(kind: 'sessionStorage' | 'localStorage' = 'sessionStorage'): Storage | null {
  try {
    return typeof window === 'undefined' ? null : (window[kind] ?? null);
  } catch (refusal) {
    if (refusal instanceof DOMException) return null;
    throw refusal;
  }
}

/** Keeps what left until its outcome is known, so that a reload doesn't forget it; null forgets it. */
export function savePendingWrite(name: string, sent: Sent<object> | null): void {
  const store = storage();
  try {
    if (sent === null) store?.removeItem(PREFIX + name);
    else store?.setItem(PREFIX + name, JSON.stringify(sent));
  } catch (full) {
    // A full storage only costs the memory over a reload.
    if (!(full instanceof DOMException)) throw full;
  }
}

/** Returns what an earlier page of this tab left without an outcome; null when nothing. */
export function readPendingWrite(name: string, now = Date.now()): Sent<object> | null {
  const text = storage()?.getItem(PREFIX + name) ?? null;
  const sent = text === null || text.length > LENGTH_MAX ? null : parse(text);
  if (sent !== null && now - sent.at < AGE_MAX_MS) return sent;
  if (text !== null) storage()?.removeItem(PREFIX + name);
  return null;
}

/**
 * Forgets all of them, what else the app keeps in this tab, such as a verification that was begun, and what tickets were filled with: whoever signs in
 * next has nothing to do with it.
 */
export function clearPendingWrite(): void {
  clearKeys(storage(), OWN);
  clearKeys(storage('localStorage'), TICKET_KEYS);
}

function clearKeys(store: Storage | null, prefix: string): void {
  for (const key of store === null ? [] : Object.keys(store)) if (key.startsWith(prefix)) store?.removeItem(key);
}

function parse(text: string): Sent<object> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { body, text: words, at } = value as Partial<Sent<object>>;
    const isWrite = typeof body === 'object' && body !== null && typeof words === 'string' && typeof at === 'number';
    return isWrite ? { body, text: words, at } : null;
  } catch (broken) {
    if (broken instanceof SyntaxError) return null;
    throw broken;
  }
}
