import 'server-only';
import type { z } from 'zod';
import type { Access, Endpoint, InputOf, OutputOf, ReadEndpoint } from '../api/define';
import type { Call } from '../protocol/define-call';
import type { RateClass } from '../security/rate-limit';
import type { Mode } from '../protocol/wire';
import { AppError } from '../errors/app-error';
import type { AppSession } from '../session/options';
import { coalesce } from './coalesce';
import { checkMarketOf } from './market/listed-markets';
import { parseInput } from './parse-input';
import { limitHistoryRead, queueHistoryRead } from './history-reads';
import { isNumbered, withoutStrangeAnswers } from './strange-answer';
import { callAs, callPublic } from './upstream';

export type SessionFor<A extends Access> = A extends 'member' ? AppSession : AppSession | null;

/** Who asks, and with what. `request` is null where a page asks. */
export type RunContext<E extends Endpoint, I> = {
  input: I;
  session: SessionFor<E['access']>;
  ip: string | null;
  signal?: AbortSignal;
  request: Request | null;
};

type Taken<E extends Endpoint> = z.ZodType<unknown, InputOf<E>>;
type Half<E extends Endpoint, S extends Taken<E>> = {
  /** What the query (GET), the path and the JSON body (POST) hold together. */
  input: S;
  output: z.ZodType<OutputOf<E>>;
  summary: string;
  /** Where it isn't the usual one: `public` for what everybody reads, else `read` or `write`. */
  rate?: RateClass;
};

/** An endpoint with what stands behind it: its handler, the reads of pages, the API document and the tests are all made from it. */
export type Operation<E extends Endpoint = Endpoint> = E & {
  input: z.ZodType;
  output: z.ZodType<OutputOf<E>>;
  summary: string;
  rate: RateClass;
  /** @throws REQUEST_INVALID for an input that isn't one, and the codes of its calls */
  run(context: RunContext<E, unknown>): Promise<OutputOf<E>>;
};

function usualRate({ method, access }: Endpoint): RateClass {
  if (method === 'POST') return 'write';
  return access === 'member' ? 'read' : 'public';
}

/** Returns the operation of an endpoint that is more than one call. */
export function serve<E extends Endpoint, S extends Taken<E>>(
  endpoint: E,
  { run, ...half }: Half<E, S> & { run(context: RunContext<E, z.output<S>>): Promise<OutputOf<E>> },
): Operation<E> {
  return {
    ...endpoint,
    ...half,
    rate: half.rate ?? usualRate(endpoint),
    run: async (context) => run({ ...context, input: parseInput(half.input, context.input) }),
  };
}

type Asked<I> = { input: I; mode: Mode };
type OneCall<E extends Endpoint, I, Fields, Answer, F extends Fields> = {
  call: Call<z.ZodType<Fields>, z.ZodType<Answer>>;
  fields(input: I, asked: Asked<I>): F;
  reshape(answer: Answer, asked: Asked<I>): OutputOf<E>;
  /** Says whether an input reaches back into what nobody keeps at hand: such reads of everybody are few at a time. */
  isPast?(input: I): boolean;
  /** How long one answer does for all who ask the same, where that is not the usual time; a member's answers are shared with nobody. */
  sharedMs?: number;
};

/** Returns the operation of an endpoint behind which stands one call; without a session the mode is real. */
export function serveCall<E extends Endpoint, S extends Taken<E>, Fields, Answer, const F extends Fields>(
  endpoint: E,
  { call, fields, reshape, isPast, sharedMs, ...half }: Half<E, S> & OneCall<E, z.output<S>, Fields, Answer, F>,
): Operation<E> {
  const run = async (context: RunContext<E, z.output<S>>): Promise<OutputOf<E>> => {
    const { input, session, ip, signal } = context;
    const asked: Asked<z.output<S>> = { input, mode: session?.mode ?? 'real' };
    const sent = fields(input, asked);
    const from = { id: endpoint.id, isNumbered: isNumbered(endpoint) };
    const shape = (answer: Answer) => withoutStrangeAnswers(from, () => reshape(answer, asked));
    if (endpoint.access !== 'member') {
      await checkMarketOf(input, context);
      const key = `${endpoint.id} ${asked.mode} ${JSON.stringify(input)}`;
      const read = async () => shape(await callPublic(call, sent));
      if (isPast?.(input) !== true) return coalesce(key, read, sharedMs);
      return limitHistoryRead(context, () => coalesce(key, () => queueHistoryRead(read), sharedMs));
    }
    if (session === null) throw new AppError('SESSION_REQUIRED');
    return shape(await callAs({ session, ip, ...(signal ? { signal } : {}) }, call, sent));
  };
  return serve<E, S>(endpoint, { ...half, run });
}

/** Reads for a page or another operation. @throws the codes of the operation's calls */
export function ask<E extends ReadEndpoint>(
  operation: Operation<E>,
  input: InputOf<E>,
  session: SessionFor<E['access']>,
): Promise<OutputOf<E>> {
  return operation.run({ input, session, ip: null, request: null });
}
