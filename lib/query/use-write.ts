'use client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { RequestBar, RequestOutcome } from '../dto/requests';
import type { ShownAccount } from '../dto/shown-account';
import { getJson, postJson } from './api-client';
import { readKept, writeKept } from './kept-writes';
import { type Screen, useScreen } from './shown-account';
import { createWrite, isLocked, type Sent, type Write, type WriteState } from './write';
import { isNumbered, type WriteAnswer, type WriteId, type WriteInput, WRITES } from './writes';

const READY = { step: 'ready', sent: null, error: null, answer: null } as const;

/** The writes of this tab by name. One whose outcome is open outlives the sheet or page that it was made on. */
const writes = new Map<string, Write<object, unknown>>();

function makeWrite(id: WriteId, name: string, screen: Screen, client: QueryClient): Write<object, unknown> {
  const shown: ShownAccount = { userId: screen.userId, mode: screen.mode };
  const { path, stale } = WRITES[id];
  const query = (requestId: string) => `/api/requests/outcome?${new URLSearchParams({ write: id, requestId })}`;
  return createWrite<object, unknown>(
    {
      isNumbered: isNumbered(id),
      post: (body) => postJson(path, body, { shown }),
      ...(screen.canLook && isNumbered(id)
        ? {
            lookUp: {
              look: async (requestId) => (await getJson<RequestOutcome>(query(requestId), { shown })).state,
              bar: async (requestId) => (await postJson<RequestBar>(WRITES.requestBar.path, { write: id, requestId }, { shown })).state,
            },
          }
        : {}),
      isOnline: () => navigator.onLine,
      keep: (sent) => isNumbered(id) && writeKept(name, sent),
      settle: () => {
        for (const queryKey of stale) void client.invalidateQueries({ queryKey });
      },
      now: () => Date.now(),
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    isNumbered(id) ? readKept(name) : null,
  );
}

function takeWrite(id: WriteId, name: string, screen: Screen, client: QueryClient): Write<object, unknown> {
  const known = writes.get(name);
  if (known !== undefined) return known;
  const write = makeWrite(id, name, screen, client);
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

export type UseWrite<Id extends WriteId> = WriteState<WriteInput<Id>, WriteAnswer<Id>> & {
  /** The input stands as it was at the tap: nothing can be typed or sent but the same again. */
  isLocked: boolean;
  /** A request is on its way. */
  isBusy: boolean;
  /** Sends, or sends the same again where the outcome of the last one is unknown. `text` is what the button said. */
  send(input: WriteInput<Id>, text: string): void;
  again(): void;
  leave(): void;
  reset(): void;
};

/**
 * Sends one kind of write of a member; `of` tells apart several of a kind, such as two orders that are cancelled. What was sent at the tap
 * stands until its outcome is known, with its request number and the account that the screen showed, also on the next page and after a
 * reload. `onDone` hears the answer.
 */
export function useWrite<Id extends WriteId>(
  id: Id,
  { of = '', onDone }: { of?: string; onDone?: (answer: WriteAnswer<Id>, sent: Sent<WriteInput<Id>>) => void } = {},
): UseWrite<Id> {
  const screen = useScreen();
  const client = useQueryClient();
  const name = `${screen.userId}.${screen.mode}.${id}.${of}`;
  const write =
    typeof window === 'undefined' ? null : (takeWrite(id, name, screen, client) as unknown as Write<WriteInput<Id>, WriteAnswer<Id>>);
  const state = useSyncExternalStore<WriteState<WriteInput<Id>, WriteAnswer<Id>>>(
    write?.subscribe ?? (() => () => undefined),
    write?.read ?? (() => READY),
    () => READY,
  );
  const listener = useRef(onDone);
  useEffect(() => {
    listener.current = onDone;
  });
  useEffect(() => {
    if (state.step === 'done' && state.sent !== null) listener.current?.(state.answer as WriteAnswer<Id>, state.sent);
  }, [state]);
  useEffect(() => () => dropEnded(name), [name]);
  return {
    ...state,
    isLocked: isLocked(state.step),
    isBusy: state.step === 'sending' || state.step === 'waiting' || state.step === 'barring',
    send: (input, text) => (state.step === 'unknown' ? write?.again() : write?.start(input, text)),
    again: () => write?.again(),
    leave: () => write?.leave(),
    reset: () => write?.reset(),
  };
}
