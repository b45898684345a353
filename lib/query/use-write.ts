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

/** What ended while nobody looked is forgotten; what is open stays. */
function dropEnded(name: string): void {
  const write = writes.get(name);
  if (write !== undefined && !isLocked(write.read().step)) writes.delete(name);
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

type Heard<E extends WriteEndpoint> = (answer: OutputOf<E>, sent: Sent<WriteInput<E>>) => void;

/** Hears the answer of a write that is under way after what sent it is gone, as long as its page stands. */
function hearLater<E extends WriteEndpoint>(write: Write<WriteInput<E>, OutputOf<E>>, hear: Heard<E>): void {
  if (!isLocked(write.read().step)) return;
  const page = window.location.pathname;
  const stop = write.subscribe(() => {
    const { step, sent, answer } = write.read();
    if (isLocked(step)) return;
    stop();
    if (step === 'done' && sent !== null && answer !== null && window.location.pathname === page) hear(answer, sent);
  });
}

/**
 * Sends one kind of write of a member; `of` tells apart several of a kind, such as two orders that are cancelled. What was sent at the tap
 * stands until its outcome is known, with its request number and the account that the screen showed, also on the next page and after a
 * reload. `onDone` hears the answer; where the write takes its own row away (`endsRow`), also when the row is gone before the answer is there.
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
  const listener = useRef(onDone);
  useEffect(() => {
    listener.current = onDone;
  });
  useEffect(() => {
    if (state.step === 'done' && state.sent !== null && state.answer !== null) listener.current?.(state.answer, state.sent);
  }, [state]);
  useEffect(
    () => () => {
      if (endsRow && write !== null)
        hearLater(write, (answer, sent) => {
          dropEnded(name);
          listener.current?.(answer, sent);
        });
      dropEnded(name);
    },
    [name, endsRow, write],
  );
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
