import 'server-only';
import { AppError } from '../errors/app-error';
import { features } from '../protocol/extensions';
import { encodeRequest } from './encode-request';
import { readAnswer } from './read-answer';
import type { Sent } from './send';

/** How long what a backend said of itself counts, and how long its silence does. */
const ASKED_EVERY_MS = 60_000;
const SILENT_MS = 5_000;

type Known = { answer: Promise<boolean>; until: number };
/** Says for each backend whether it is an exchange of ours that takes proofs of the key, and as POST what carries secrets. */
export type OwnExchange = (baseUrl: string, ask: (path: string) => Promise<Sent>) => Promise<boolean>;

/**
 * Returns what asks backends who they are, once a minute each and without the key. One that is silent is what it was before, and at first one of ours:
 * that gives no secret away.
 */
export function createOwnExchange(now: () => number): OwnExchange {
  const known = new Map<string, Known>();
  return (baseUrl, ask) => {
    const before = known.get(baseUrl);
    if (before !== undefined && now() < before.until) return before.answer;
    const entry: Known = { answer: Promise.resolve(true), until: Number.POSITIVE_INFINITY };
    entry.answer = ask(encodeRequest(features, {}).path).then(
      (sent) => {
        entry.until = now() + ASKED_EVERY_MS;
        return readIsOurs(sent);
      },
      () => {
        entry.until = now() + SILENT_MS;
        return before?.answer ?? true;
      },
    );
    known.set(baseUrl, entry);
    return entry.answer;
  };
}

/** A backend without our list refuses, or answers something else. */
function readIsOurs(sent: Sent): boolean {
  try {
    return readAnswer(features, sent).features.includes('posted');
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
