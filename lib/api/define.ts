import type { z } from 'zod';
import type { NumberedCall } from '../protocol/requests';
import type { Freshness } from '../query/freshness';

/** `public` never looks at the session, `visitor` takes it where there is one, `member` refuses without one. */
export type Access = 'public' | 'visitor' | 'member';
/** The account: user and mode. The user: in whichever mode. */
export type Shown = 'account' | 'user';

type Common<I, O, A extends Access> = {
  /** Unique; the name in the API document. */
  id: string;
  /** With `{name}` where a member of the input is part of the path. */
  path: string;
  access: A;
  /** What a caller must have been shown to use it, where it isn't what `shownBy` says of its kind. */
  shown?: Shown;
  /** Never set: carries the types of input (as it is sent) and answer. */
  types?: { input: I; output: O };
};

export type ReadEndpoint<I = unknown, O = unknown, A extends Access = Access> = Common<I, O, A> & {
  method: 'GET';
  /** What of the account it shows; a write that changes this names it. */
  topic?: string;
  /** How long an answer counts as fresh. Without it nobody keeps it. */
  fresh?: Freshness;
};

export type WriteEndpoint<I = unknown, O = unknown, A extends Access = Access> = Common<I, O, A> & {
  method: 'POST';
  /** Topics, and ids of public reads, that are read again once it was done, refused, or may have been done. */
  makesStale?: readonly string[];
  /** The name under which the exchange keeps its request number, where it has one: it counts once and can be looked up. */
  numbered?: NumberedCall;
  /** It comes as a form with one picture, the member `file` of its input. */
  upload?: true;
};

export type Endpoint<I = unknown, O = unknown, A extends Access = Access> = ReadEndpoint<I, O, A> | WriteEndpoint<I, O, A>;

type Schema = z.ZodType;
export type MemberRead<I extends Schema, O extends Schema> = ReadEndpoint<z.input<I>, z.output<O>, 'member'>;
export type VisitorRead<I extends Schema, O extends Schema> = ReadEndpoint<z.input<I>, z.output<O>, 'visitor'>;
export type PublicRead<I extends Schema, O extends Schema> = ReadEndpoint<z.input<I>, z.output<O>, 'public'>;
export type MemberWrite<I extends Schema, O extends Schema> = WriteEndpoint<z.input<I>, z.output<O>, 'member'>;
export type VisitorWrite<I extends Schema, O extends Schema> = WriteEndpoint<z.input<I>, z.output<O>, 'visitor'>;
export type PublicWrite<I extends Schema, O extends Schema> = WriteEndpoint<z.input<I>, z.output<O>, 'public'>;

/** What a caller sends. */
export type InputOf<E extends Endpoint> = NonNullable<E['types']>['input'];
/** What it is answered. */
export type OutputOf<E extends Endpoint> = NonNullable<E['types']>['output'];

/**
 * Returns what of the session a caller has to name as that for which its screen was drawn; null is nothing. A member's write names the
 * account without having to say so.
 */
export function shownBy({ shown, method, access }: Endpoint): Shown | null {
  return shown ?? (method === 'POST' && access === 'member' ? 'account' : null);
}

/** What an order, a position or a contract changes besides money. */
export const TRADING_STATE = ['orders', 'riskLimits'] as const;
/** What money that moves changes. */
export const CREDIT = ['balances', 'home', 'records'] as const;
/** What a position in staking changes besides money. */
export const EARNING = ['staking'] as const;
/** What every trade may change. */
export const TRADING = [...TRADING_STATE, 'balances', 'records'] as const;
