import 'server-only';
import { z } from 'zod';
import { AppError } from '../errors/app-error';
import type { ErrorCode } from '../protocol/errors';
import { features } from '../protocol/extensions';
import { encodeRequest } from './encode-request';
import { readJsonText } from './json-text';
import { readAnswer } from './read-answer';
import type { Sent } from './send';

/** How long what a backend said of itself counts. */
const ASKED_EVERY_MS = 60_000;
/** How long its first silence does; each further one twice as long as the one before, up to what an answer counts. */
const SILENT_MS = 5_000;

/** Of a refusal by code or page: there is no such call. */
const NOT_THERE: readonly ErrorCode[] = ['FEATURE_NOT_OFFERED', 'NOT_FOUND'];
/** Of a refusal in words: it says nothing that an exchange of ours may say in a bad moment. */
const IN_WORDS: readonly ErrorCode[] = ['LEGACY_UNKNOWN', 'SESSION_REQUIRED'];
/** Every refusal of ours has a code: one in the interface's envelope that has none is another backend's. */
const wordsSchema = z.object({
  status: z.union([z.literal(0), z.literal('0'), z.literal(false)]),
  info: z.string().min(1),
  code: z.undefined().optional(),
});

/** `listed`: by its list, which says whether it takes what ours do. `unknown`: it doesn't know the question. */
type Heard = { listed: boolean } | 'unknown' | 'silence';
/** `isOurs`: what it last said, null until it said something. `asked`: the question under way. */
type Known = { isOurs: boolean | null; asked: Promise<void> | null; silentMs: number; askAgainAt: number };
/** Says for each backend whether it is an exchange of ours that takes proofs of the key, and as POST what carries secrets. */
export type ExchangeDetector = (baseUrl: string, ask: (path: string) => Promise<Sent>) => Promise<boolean>;

/**
 * Returns what asks backends who they are, once a minute each and without the key. Only what a backend says of itself decides, as anybody can make one
 * fail: one that is silent, overloaded or unreadable is what it was before, and at first one of ours, which gives no secret away. Callers wait for the
 * first question alone; while it is asked again, they go by what is known.
 */
export function createExchangeDetector(now: () => number): ExchangeDetector {
  const known = new Map<string, Known>();
  return async (baseUrl, ask) => {
    const before = known.get(baseUrl);
    const backend = before ?? { isOurs: null, asked: null, silentMs: SILENT_MS, askAgainAt: 0 };
    if (before === undefined) known.set(baseUrl, backend);
    const isFirst = backend.askAgainAt === 0;
    if (backend.asked === null && (isFirst || now() >= backend.askAgainAt)) {
      backend.asked = listen(ask).then((heard) => note(backend, heard, now()));
    }
    if (isFirst) await backend.asked;
    return backend.isOurs ?? true;
  };
}

function note(backend: Known, heard: Heard, now: number): void {
  backend.asked = null;
  // One of ours that suddenly doesn't know the question is one whose proxy is wrong.
  if (heard === 'silence' || (heard === 'unknown' && backend.isOurs === true)) {
    backend.askAgainAt = now + backend.silentMs;
    backend.silentMs = Math.min(backend.silentMs * 2, ASKED_EVERY_MS);
    return;
  }
  backend.isOurs = heard === 'unknown' ? false : heard.listed;
  backend.silentMs = SILENT_MS;
  backend.askAgainAt = now + ASKED_EVERY_MS;
}

async function listen(ask: (path: string) => Promise<Sent>): Promise<Heard> {
  let sent: Sent;
  try {
    sent = await ask(encodeRequest(features, {}).path);
  } catch {
    return 'silence';
  }
  if (sent.status === 429 || sent.status >= 500) return 'silence';
  try {
    return { listed: readAnswer(features, sent).features.includes('posted') };
  } catch (error) {
    return error instanceof AppError && isUnknown(sent, error.code) ? 'unknown' : 'silence';
  }
}

function isUnknown({ status, body }: Sent, code: ErrorCode): boolean {
  if (NOT_THERE.includes(code)) return true;
  const isAnswer = status === 404 || (status >= 200 && status < 300);
  return isAnswer && IN_WORDS.includes(code) && wordsSchema.safeParse(readJsonText(body)).success;
}
