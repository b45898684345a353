'use client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { InputOf, OutputOf, WriteEndpoint } from '../api/define';
import { requestBar, requestOutcome } from '../api/requests';
import type { ShownAccount } from '../dto/shown-account';
import { readApi, sendShown } from './api-client';
import { readKept, writeKept } from './kept-writes';
import { publicKey, topicKey } from './reads';
import { type Screen, useScreen } from './shown-account';
import { askStepUp } from './step-up';
import { createWrite, isLocked, type Sent, type Write, type WriteState } from './write';

const READY = { step: 'ready', sent: null, error: null, answer: null } as const;

/** The writes of this tab by name. One whose outcome is open outlives the sheet or page that it was made on. */
const writes = new Map<string, Write<object, unknown>>();

/** How many parts of the page show a write, by its name. */
const shows = new Map<string, number>();

/** The ends that somebody has heard. */
const heardEnds = new WeakSet<object>();

/** What a form gives; the request number is added at the tap. */
export type WriteInput<E extends WriteEndpoint> = Omit<InputOf<E>, 'requestId'>;

function makeWrite(endpoint: WriteEndpoint, name: string, screen: Screen, client: QueryClient): Write<object, unknown> {
  const shown: ShownAccount = { userId: screen.userId, mode: screen.mode };
  const { id, makesStale = [] } = endpoint;
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
      keep: (sent) => isNumbered && writeKept(name, sent),
      settle: () => {
        for (const name of makesStale)
          for (const queryKey of [topicKey(name), publicKey(name)]) void client.invalidateQueries({ queryKey });
      },
      now: () => Date.now(),
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    isNumbered ? readKept(name) : null,
  );
}

function takeWrite(endpoint: WriteEndpoint, name: string, screen: Screen, client: QueryClient): Write<object, unknown> {
  const known = writes.get(name);
  if (known !== undefined) return known;
  const write = makeWrite(endpoint, name, screen, client);
  writes.set(name, write);
  return write;
}

/** What ended is forgotten once nobody shows it; what is open stays. */
function dropEnded(name: string, write: object): void {
  const kept = writes.get(name);
  if (kept === write && !shows.has(name) && !isLocked(kept.read().step)) writes.delete(name);
}

/** Counts one more part of the page that shows a write. Returns what counts it off again. */
function showWrite<Input extends object, Answer>(name: string, write: Write<Input, Answer>): () => void {
  shows.set(name, (shows.get(name) ?? 0) + 1);
  // Who stood in its place until now was the last to show it.
  if (!writes.has(name)) writes.set(name, write as unknown as Write<object, unknown>);
  return () => {
    const left = (shows.get(name) ?? 1) - 1;
    if (left > 0) shows.set(name, left);
    else shows.delete(name);
    dropEnded(name, write);
  };
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    for (const write of writes.values()) write.lookNow();
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

/** `isLate`: what sent it is gone from the page, and nothing of it is left to close. */
type Heard<E extends WriteEndpoint> = (answer: OutputOf<E>, sent: Sent<WriteInput<E>>, isLate: boolean) => void;

/** Hears the answer of a write that is under way after what sent it is gone, as long as its page stands and nobody else hears it. */
function hearLater<E extends WriteEndpoint>(name: string, write: Write<WriteInput<E>, OutputOf<E>>, hear: Heard<E> | undefined): void {
  if (!isLocked(write.read().step)) return;
  const page = window.location.pathname;
  const stop = write.subscribe(() => {
    const state = write.read();
    const { step, sent, answer } = state;
    if (isLocked(step)) return;
    stop();
    if (step !== 'done' || sent === null || answer === null || shows.has(name) || window.location.pathname !== page) return;
    heardEnds.add(state);
    dropEnded(name, write);
    hear?.(answer, sent, true);
  });
}

/**
 * Sends one kind of write of a member; `of` tells apart several of a kind, such as two orders that are cancelled. What was sent at the tap
 * stands until its outcome is known, with its request number and the account that the screen showed, also on the next page and after a
 * reload. `onDone` hears the answer; where the write takes its own row away (`endsRow`), also when the row is gone before the answer is there. A list gives each of its rows an `of` of its own: rows of one name share one write.
 */
export function useWrite<E extends WriteEndpoint>(
  endpoint: E,
  { of = '', onDone, endsRow = false }: { of?: string; onDone?: Heard<E>; endsRow?: boolean } = {},
): UseWrite<E> {
  const screen = useScreen();
  const client = useQueryClient();
  const name = `${screen.userId}.${screen.mode}.${endpoint.id}.${of}`;
  const write =
    typeof window === 'undefined' ? null : (takeWrite(endpoint, name, screen, client) as unknown as Write<WriteInput<E>, OutputOf<E>>);
  const state = useSyncExternalStore<WriteState<WriteInput<E>, OutputOf<E>>>(
    write?.subscribe ?? (() => () => undefined),
    write?.read ?? (() => READY),
    () => READY,
  );
  const now = useRef({ write, onDone, endsRow });
  const first = useRef<object | null>(null);
  useEffect(() => {
    now.current = { write, onDone, endsRow };
  });
  useEffect(() => {
    const shown = now.current.write;
    if (shown === null) return;
    first.current = shown.read();
    const hide = showWrite(name, shown);
    return () => {
      const { write: last, onDone: hear, endsRow: endsIt } = now.current;
      hide();
      if (endsIt && last !== null) hearLater(name, last, hear);
    };
  }, [name]);
  useEffect(() => {
    if (state.step !== 'done' || state.sent === null || state.answer === null) return;
    // What was heard before this part of the page stood is no news to it.
    if (state === first.current && heardEnds.has(state)) return;
    heardEnds.add(state);
    now.current.onDone?.(state.answer, state.sent, false);
  }, [state]);
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
