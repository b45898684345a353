import { z } from 'zod';
import type { RateClass } from '../security/rate-limit';

/** `public` never looks at the session, `visitor` takes it where there is one, `member` refuses without one. */
export type Access = 'public' | 'visitor' | 'member';

export type Endpoint<A extends Access = Access, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST';
  /** With `{name}` where a parameter is part of the path. */
  path: string;
  access: A;
  rate: RateClass;
  /** What a caller must have been shown to use it, where it isn't what `shownBy` says of its kind. */
  shown?: Shown;
  /** What the query (GET), the path and the JSON body (POST) hold together. */
  input: I;
  output: O;
  summary: string;
};

/** The account: user and mode. The user: in whichever mode. */
export type Shown = 'account' | 'user';

/**
 * Returns what of the session a caller has to name as that for which its screen was drawn; null is nothing. A member's write names the
 * account without having to say so.
 */
export function shownBy(endpoint: Endpoint): Shown | null {
  return endpoint.shown ?? (endpoint.method === 'POST' && endpoint.access === 'member' ? 'account' : null);
}

export const read = { method: 'GET', access: 'member', rate: 'read' } as const;
export const write = { method: 'POST', access: 'member', rate: 'write' } as const;
export const publicRead = { method: 'GET', access: 'public', rate: 'public' } as const;

/** The input of an endpoint that takes none. */
export const nothing = z.strictObject({});

/** Returns an endpoint's description; its handler, the API document and the tests are all made from it. */
export function defineEndpoint<A extends Access, I extends z.ZodType, O extends z.ZodType>(endpoint: Endpoint<A, I, O>): Endpoint<A, I, O> {
  return endpoint;
}
