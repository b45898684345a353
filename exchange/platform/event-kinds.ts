import type { z } from 'zod';
import type { Mode } from '../../lib/protocol/wire';
import type { Tx } from './db';

/** What an event says beside its payload. `userId` null: it is nobody's own. `at` in ms. */
export type EventFacts<Payload> = { userId: string | null; mode: Mode | null; at: number; payload: Payload };
/** An event that is about to be written; `create` of its kind makes it. */
export type NewEvent = EventFacts<unknown> & { kind: string };
/** An event that was written. `id` is its number: effects of a consumer are idempotent by it. */
export type StoredEvent<Name extends string = string, Payload = unknown> = EventFacts<Payload> & { id: string; kind: Name };

/** A kind of event. Its payload is parsed on the way in and on the way out, so it may only gain what is optional. */
export type EventKind<Name extends string = string, Schema extends z.ZodType = z.ZodType> = {
  name: Name;
  schema: Schema;
  create(facts: EventFacts<z.input<Schema>>): NewEvent;
};

/** Returns a kind of event, such as `spot.order-filled`; its module names it in what it brings. */
export function defineEvent<Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema): EventKind<Name, Schema> {
  return { name, schema, create: (facts) => ({ ...facts, kind: name, payload: schema.parse(facts.payload) }) };
}

type EventOf<Kind> = Kind extends EventKind<infer Name, infer Schema> ? StoredEvent<Name, z.output<Schema>> : never;

/**
 * Who wants to know of some kinds of events. `handle` gets them in the order of their transactions, some hundred at a time, and writes in the
 * transaction that also moves its place; what it does elsewhere may happen twice. `onHandled` hears of them after the commit. `startsAt` says what a consumer that never ran begins with.
 * A process reads for a consumer only while it knows every kind that a version has read for it: one that isn't read any more is named in `noLonger`.
 * `isOrdered`: what it counts depends on the order of a user's events. While one of them is put aside, later ones of the same user are put aside behind it.
 */
export type EventConsumer = {
  name: string;
  kinds: readonly EventKind[];
  noLonger?: readonly string[];
  startsAt: 'oldest' | 'newest';
  isOrdered?: boolean;
  handle(tx: Tx, events: readonly StoredEvent[]): Promise<void>;
  onHandled?(events: readonly StoredEvent[]): void;
};

/** Returns a consumer whose `handle` knows the payloads of its kinds. */
export function defineConsumer<const Kinds extends readonly EventKind[]>(consumer: {
  name: string;
  kinds: Kinds;
  noLonger?: readonly string[];
  startsAt: 'oldest' | 'newest';
  isOrdered?: boolean;
  handle(tx: Tx, events: readonly EventOf<Kinds[number]>[]): Promise<void>;
  onHandled?(events: readonly StoredEvent[]): void;
}): EventConsumer {
  return { ...consumer, handle: (tx, events) => consumer.handle(tx, events as readonly EventOf<Kinds[number]>[]) };
}
