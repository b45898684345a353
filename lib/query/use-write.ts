'use client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { InputOf, OutputOf, WriteEndpoint } from '../api/define';
import { requestBar, requestOutcome } from '../api/requests';
import type { ShownAccount } from '../dto/shown-account';
import { readApi, sendShown } from './api-client';
import { readPendingWrite, savePendingWrite } from './pending-write-storage';
import { publicKey, topicKey } from './reads';
import { type Screen, useScreen } from './shown-account';
import { askStepUp } from './step-up';
import { createWrite, isLocked, type Sent, type Write, type WriteState } from './write';

/** Tells the page of an outcome that came after what sent it was gone: `detail` is a `LateOutcome`. */
export const LATE_OUTCOME_EVENT = 'candor:late-outcome';
/** `text` is what the button said; without an error it was accepted, and `href` is where it stands. */
export type LateOutcome = { text: string; error: unknown } | { text: string; error: null; href: string };

const READY = { step: 'ready', sent: null, error: null, answer: null } as const;

/** Hears what a write came to. `isLate`: what sent it is gone from the page, and nothing of it is left to close or to lead on from. */
type Hear<Input extends object, Answer> = (answer: Answer, sent: Sent<Input>, isLate: boolean) => void;

/** A write of this tab, and who hears what comes of it. */
type Standing<Input extends object = object, Answer = unknown> = {
  readonly write: Write<Input, Answer>;
  /** What each part of the page that shows it hears with. */
  readonly parts: Set<{ current: Hear<Input, Answer> | undefined }>;
  /** What the last part that showed it heard with; null until one has gone. */
  last: Hear<Input, Answer> | null;
};

/** The writes of this tab by name. One whose outcome is open outlives the sheet or page that it was made on. */
const writes = new Map<string, Standing>();

/** What a form gives; the request number is added at the tap. */
export type WriteInput<E extends WriteEndpoint> = Omit<InputOf<E>, 'requestId'>;

function makeWrite(endpoint: WriteEndpoint, name: string, screen: Screen, settle: () => void): Write<object, unknown> {
  const shown: ShownAccount = { userId: screen.userId, mode: screen.mode };
  const { id } = endpoint;
  const isNumbered = endpoint.numbered !== undefined;
  return createWrite<object, unknown>(
    {
      isNumbered,
      post: (body) => sendShown(endpoint, body, shown),
      ...(screen.canLook && isNumbered
        ? {
            lookUp: {
              look: async (requestId) => (await readApi(requestOutcome, { write: id, requestId }, shown)).state,
              bar: async (requestId) => (await sendShown(requestBar, { write: id, requestId }, shown)).state,
            },
          }
        : {}),
      confirm: askStepUp,
      isOnline: () => navigator.onLine,
      keep: (sent) => isNumbered && savePendingWrite(name, sent),
      settle,
      now: () => Date.now(),
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    isNumbered ? readPendingWrite(name) : null,
  );
}

function takeWrite(endpoint: WriteEndpoint, name: string, screen: Screen, client: QueryClient): Standing {
  const known = writes.get(name);
  if (known !== undefined) return known;
  const settle = () => {
    for (const topic of endpoint.makesStale ?? [])
      for (const queryKey of [topicKey(topic), publicKey(topic)]) void client.invalidateQueries({ queryKey });
    tellEnd(name, standing);
  };
  const standing: Standing = { write: makeWrite(endpoint, name, screen, settle), parts: new Set(), last: null };
  writes.set(name, standing);
  return standing;
}

/** What ended is forgotten once nobody shows it, so that it greets nobody who comes later; what is open stays. */
function dropEnded(name: string, standing: Standing): void {
  if (standing.parts.size > 0 || isLocked(standing.write.read().step)) return;
  // Who comes in the place of the last one has read it already.
  standing.write.reset();
  if (writes.get(name) === standing) writes.delete(name);
}

/** Tells what a write came to, once and when it ends: all that show it, or, where it outlived them, the last one that did. */
function tellEnd(name: string, standing: Standing): void {
  const { write, parts, last } = standing;
  const { step, sent, answer, error } = write.read();
  const isLate = parts.size === 0;
  // What was taken up again after a reload may end before a part of the page stands: it waits for the first one.
  if (isLocked(step) || (isLate && last === null)) return;
  const hearers = isLate ? [last] : [...parts].map(({ current }) => current);
  dropEnded(name, standing);
  if (step === 'done' && sent !== null && answer !== null) for (const hear of hearers) hear?.(answer, sent, isLate);
  if (isLate && step === 'refused' && sent !== null) tellLate({ text: sent.text, error });
}

function tellLate(detail: LateOutcome): void {
  window.dispatchEvent(new CustomEvent<LateOutcome>(LATE_OUTCOME_EVENT, { detail }));
}

/** Counts one more part of the page that shows a write. Returns what counts it off again. */
function showWrite<Input extends object, Answer>(
  name: string,
  standing: Standing<Input, Answer>,
  part: { current: Hear<Input, Answer> | undefined },
): () => void {
  const { write, parts } = standing;
  const common = standing as unknown as Standing;
  const isFirst = parts.size === 0 && standing.last === null;
  parts.add(part);
  // Who stood in its place until now was the last to show it.
  if (!writes.has(name)) writes.set(name, common);
  const { step, sent, answer } = write.read();
  if (isFirst && step === 'done' && sent !== null && answer !== null) part.current?.(answer, sent, true);
  return () => {
    parts.delete(part);
    standing.last = part.current ?? (() => undefined);
    dropEnded(name, common);
  };
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    for (const { write } of writes.values()) write.lookNow();
  });
}

export type UseWrite<E extends WriteEndpoint> = WriteState<WriteInput<E>, OutputOf<E>> & {
  /** The input stands as it was at the tap: nothing can be typed or sent but the same again. */
  isLocked: boolean;
  /** A request is on its way. */
  isBusy: boolean;
  /** Sends, or sends the same again where the outcome of the last one is unknown. `text` is what the button said. */
  send(input: WriteInput<E>, text: string): void;
  again(): void;
  leave(): void;
  reset(): void;
};

/**
 * Sends one kind of write of a member; `of` tells apart several of a kind, such as two orders that are cancelled. What was sent at the tap
 * stands until its outcome is known, with its request number and the account that the screen showed, also on the next page and after a
 * reload. `onDone` hears each answer once, when it comes: also one that outlived its sheet, row or page, which is late then and must
 * neither close nor lead anywhere. A list gives each of its rows an `of` of its own: rows of one name share one write. `lateAt` is for a write whose
 * late answer nothing else would say: where what it did stands.
 */
export function useWrite<E extends WriteEndpoint>(
  endpoint: E,
  { of = '', lateAt, onDone }: { of?: string; lateAt?: string; onDone?: Hear<WriteInput<E>, OutputOf<E>> } = {},
): UseWrite<E> {
  const screen = useScreen();
  const client = useQueryClient();
  const name = `${screen.userId}.${screen.mode}.${endpoint.id}.${of}`;
  const standing =
    typeof window === 'undefined' ? null : (takeWrite(endpoint, name, screen, client) as unknown as Standing<WriteInput<E>, OutputOf<E>>);
  const write = standing?.write;
  const state = useSyncExternalStore<WriteState<WriteInput<E>, OutputOf<E>>>(
    write?.subscribe ?? (() => () => undefined),
    write?.read ?? (() => READY),
    () => READY,
  );
  const hear: Hear<WriteInput<E>, OutputOf<E>> = (answer, sent, isLate) => {
    if (isLate && lateAt !== undefined) tellLate({ text: sent.text, error: null, href: lateAt });
    onDone?.(answer, sent, isLate);
  };
  const now = useRef<typeof hear | undefined>(hear);
  useEffect(() => {
    now.current = hear;
  });
  useEffect(() => (standing === null ? undefined : showWrite(name, standing, now)), [name, standing]);
  return {
    ...state,
    isLocked: isLocked(state.step),
    isBusy: state.step === 'sending' || state.step === 'waiting' || state.step === 'proving' || state.step === 'barring',
    send: (input, text) => (state.step === 'unknown' ? write?.again() : write?.start(input, text)),
    again: () => write?.again(),
    leave: () => write?.leave(),
    reset: () => write?.reset(),
  };
}
