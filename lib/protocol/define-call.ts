import type { z } from 'zod';
import type { ErrorCode } from './errors';

/** What a caller sends that seals the token of an answer: a backend that doesn't know it takes no notice, and one that does gives none without. */
export const TAKES_TOKEN_HEADER = 'x-takes-token';

/** Who may call: anyone, only a caller that holds the shared secret, or a signed-in user. */
export type CallAccess = 'public' | 'bff' | 'session';

export type Call<Request extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> = {
  id: string;
  /** Row of the call table in the specification; null for the extensions under `/x/`. */
  number: number | null;
  method: 'GET' | 'POST';
  /** As the table shows it, with `{name}` where a parameter is part of the path. */
  path: string;
  access: CallAccess;
  effect: 'read' | 'write';
  /** A browser asks it by itself, with nobody there: it is no use of the session. */
  isPassive?: true;
  /** A GET that carries what may stand in no address: our exchange takes it as POST too, with a form, and says so by the feature `posted`. */
  isPosted?: true;
  encoding: 'form' | 'multipart';
  /** Which member of the envelope carries the answer. */
  carrier: 'info' | 'url';
  request: Request;
  answer: Answer;
  errors: readonly ErrorCode[];
  source: string;
};

type Defaults = 'access' | 'effect' | 'encoding' | 'carrier';
type Draft<R extends z.ZodType, A extends z.ZodType> = Omit<Call<R, A>, Defaults> & Partial<Pick<Call, Defaults>>;

/** Returns a catalogue entry; access is `session`, effect `read`, encoding `form` and carrier `info` unless said. */
export function defineCall<R extends z.ZodType, A extends z.ZodType>(draft: Draft<R, A>): Call<R, A> {
  return { access: 'session', effect: 'read', encoding: 'form', carrier: 'info', ...draft };
}

export type RequestOf<C extends Call> = z.infer<C['request']>;
export type AnswerOf<C extends Call> = z.infer<C['answer']>;
