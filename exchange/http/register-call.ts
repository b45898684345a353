import type { AnswerOf, Call, RequestOf } from '../../lib/protocol/define-call';
import type { Mode } from '../../lib/protocol/wire';
import type { Actor, Proof } from '../platform/actor';

export type CallSession = {
  userId: string;
  username: string;
  mode: Mode;
  sessionId: string;
  /** Who asks seals the token that a change of protection gives; who doesn't know of it keeps the one in hand. */
  takesToken?: boolean;
  /** How the person proved who they are when they signed in, and when. */
  proof?: Proof;
};

/** What a handler knows about who asks. `isBff` is true when the caller proved the shared secret. */
export type CallContext = {
  session: CallSession | null;
  /** Who acts: the user of the session, else the web tier where it proved the shared secret; null for a stranger. */
  actor: Actor | null;
  ip: string;
  isBff: boolean;
  /** Monotonic ms at which the request came in; deadlines count from it. Now where it is missing. */
  arrivedAt?: number;
  /** The file of a call that comes as a form with one, as it was sent. */
  file?: Buffer;
  /** Sets the session cookie of the answer; null clears it. */
  setSession(token: string | null): void;
};

/** Gets the parsed input, returns the answer of the catalogue, throws DomainError to refuse. */
export type Handler<C extends Call> = (input: RequestOf<C>, context: CallContext) => Promise<AnswerOf<C>>;

/** A catalogue entry with its handler, types forgotten, as the server keeps it. */
export type RegisteredCall = { call: Call; run(input: unknown, context: CallContext): Promise<unknown> };

/** Joins a catalogue entry and its handler; the server has parsed the input with the entry's own schema before `run`. */
export function handle<C extends Call>(call: C, handler: Handler<C>): RegisteredCall {
  return { call, run: (input, context) => handler(input as RequestOf<C>, context) };
}

/**
 * Returns the session of a handler whose entry has access 'session': the server let nobody else in.
 * @throws Error when the entry has another access, a programmer's fault
 */
export function sessionOf(context: CallContext): CallSession {
  if (context.session == null) throw new Error('this call was registered without access "session"');
  return context.session;
}

/** Gives the session the token that a change of protection gave; null: the one in hand stays. */
export function passToken(context: CallContext, token: string | null): void {
  if (token !== null) context.setSession(token);
}

/** Returns the file of a handler whose entry is a form with one. @throws Error when the entry has another encoding, a programmer's fault */
export function fileOf(context: CallContext): Buffer {
  if (context.file === undefined) throw new Error('this call was registered without encoding "multipart"');
  return context.file;
}

/**
 * Returns `calls` where those that `variants` answer too go to the variant when their field `type` is `type`: several products share some
 * paths of the legacy protocol.
 */
export function routeByType(calls: readonly RegisteredCall[], type: string, variants: readonly RegisteredCall[]): RegisteredCall[] {
  const byId = new Map(variants.map((variant) => [variant.call.id, variant]));
  return calls.map((registered) => {
    const variant = byId.get(registered.call.id);
    if (variant === undefined) return registered;
    const isMeant = (input: unknown) => typeof input === 'object' && input !== null && 'type' in input && input.type === type;
    return { ...registered, run: (input, context) => (isMeant(input) ? variant : registered).run(input, context) };
  });
}
