import { z } from 'zod';
import { ERROR_CODES } from '../../../lib/protocol/errors';
import type { Platform } from '../../platform/app';
import { BusFailure } from '../../platform/bus';
import { monotonicNow } from '../../platform/clock';
import { WRITE_DEADLINE_MS } from '../../platform/work-limits';
import { type UserCommandBase, BUSY, ELSEWHERE, NEVER_REPEATED, NOT_DONE, type Outcome, PENDING } from './matching.commands';
import type { Owners } from './matching.owners';

/** How long one answer is waited for before the same command is sent again, perhaps to another process. */
const ATTEMPT_MS = 2_000;
/** A command that was begun before its deadline may be committed this much later; its answer is waited for so long. */
const REPLY_GRACE_MS = 1_500;
/** Commands of one process at most that are on their way to others, or wait for a market to have an owner. */
export const ROUTED_MAX = 10_000;

const outcomeSchema = z.union([
  z.strictObject({ kind: z.literal('answer'), answer: z.unknown() }),
  z.strictObject({
    kind: z.literal('refusal'),
    code: z.enum(ERROR_CODES),
    params: z.record(z.string(), z.string()).optional(),
    isElsewhere: z.literal(true).optional(),
  }),
]);

type RoutingDeps<Command, Answer> = {
  platform: Pick<Platform, 'bus' | 'clock' | 'metrics'>;
  owners: Owners;
  /** What is traded: the topic of the messages. */
  name: string;
  /** The owner in this process' leases: others reach it under this name. */
  processId: string;
  /** Whether this process writes a market at the moment. */
  isHere(lease: string): boolean;
  /** Reads a command as another process sent it. */
  schema: z.ZodType<Command>;
  /** Returns a command as it is sent; as it is when missing. */
  encode?(command: Omit<Command, 'deadline'>): unknown;
  /** Awaited before a command of another process is done. */
  prepare(lease: string, command: Command): Promise<void>;
  submit(command: Command): Promise<Outcome<Answer>>;
};

export type Routing<Command, Answer> = {
  /** Begins to answer for other processes; returns the function that ends it. */
  start(): () => void;
  /** Has a command done by whoever writes its market. `lease` null: nobody has to, as for what is closed or doesn't exist. */
  route(lease: string | null, command: Command): Promise<Outcome<Answer>>;
};

/**
 * Brings users' commands to the process that writes their market. A command is done where the lease is, within its deadline, or is refused with
 * NOT_DONE_IN_TIME; while nobody has the lease it waits. What may have been done though no answer came is asked for again, under its number, from
 * whoever has the lease by then: the first owner can't commit any more once there is another. Where nobody knows in the end: REQUEST_PENDING.
 */
export function createRouting<Command extends UserCommandBase, Answer>(deps: RoutingDeps<Command, Answer>): Routing<Command, Answer> {
  const { platform, owners, name, processId, isHere, submit } = deps;
  const { bus, clock, metrics } = platform;
  const message = z.strictObject({ lease: z.string().max(100), until: z.number(), command: z.unknown() });
  const routed = metrics.counter({
    name: 'commands_routed_total',
    help: 'Commands sent to the process that writes their market, by how they ended',
    labelNames: ['books', 'outcome'],
  });
  let waiting = 0;

  /** The deadline travels as a time of the database's clock, which all processes go by: a machine that slept finds it past. */
  async function serve({ lease, until, command }: z.infer<typeof message>): Promise<Outcome<Answer>> {
    const leftMs = Math.min(until - clock.now(), WRITE_DEADLINE_MS);
    if (leftMs <= 0) return NOT_DONE;
    if (!isHere(lease)) return ELSEWHERE;
    const asked = { ...deps.schema.parse(command), deadline: monotonicNow() + leftMs };
    await deps.prepare(lease, asked);
    return submit(asked);
  }

  /** One try: an outcome, `later` where the command certainly wasn't done, `unknown` where it may have been. */
  async function attempt(lease: string, command: Command): Promise<Outcome<Answer> | 'later' | 'unknown'> {
    if (isHere(lease)) {
      const outcome = await submit(command);
      return outcome.kind === 'refusal' && outcome.isElsewhere === true ? 'later' : outcome;
    }
    const owner = owners.find(lease);
    if (owner === null || owner === processId) return 'later';
    const { deadline, ...rest } = command;
    const leftMs = deadline - monotonicNow();
    // What may not be repeated has one try, which waits to the end.
    const isLast = leftMs < ATTEMPT_MS || command.requestId === NEVER_REPEATED;
    const timeoutMs = isLast ? leftMs + REPLY_GRACE_MS : ATTEMPT_MS;
    try {
      const sent = { lease, until: clock.now() + leftMs, command: deps.encode?.(rest) ?? rest };
      const outcome = await bus.request(`${name}.${owner}`, sent, { timeoutMs, answer: outcomeSchema });
      if (outcome.kind === 'answer') return { kind: 'answer', answer: outcome.answer as Answer };
      const { isElsewhere, params, ...refusal } = outcome;
      return isElsewhere === true ? 'later' : { ...refusal, ...(params === undefined ? {} : { params }) };
    } catch (error) {
      if (!(error instanceof BusFailure)) throw error;
      if (error.reason === 'refused') return BUSY;
      return error.reason === 'unanswered' ? 'unknown' : 'later';
    }
  }

  async function send(lease: string, command: Command): Promise<Outcome<Answer>> {
    let isUnknown = false;
    for (;;) {
      const outcome = await attempt(lease, command);
      const isOpen = typeof outcome === 'string' || (outcome.kind === 'refusal' && OPEN_CODES.has(outcome.code));
      // An earlier try may have been done: a later one that wasn't begun says nothing about it.
      if (!isOpen) return outcome;
      isUnknown ||= outcome === 'unknown';
      if (typeof outcome !== 'string') return isUnknown ? PENDING : outcome;
      if (isUnknown && command.requestId === NEVER_REPEATED) return PENDING;
      const leftMs = command.deadline - monotonicNow();
      if (leftMs <= 0) return isUnknown ? PENDING : NOT_DONE;
      await raceTimeout(owners.look(), leftMs);
    }
  }

  return {
    start: () => bus.serve(`${name}.${processId}`, message, serve),
    async route(lease, command) {
      if (lease === null || bus.isAlone) return submit(command);
      if (waiting >= ROUTED_MAX) return BUSY;
      waiting += 1;
      try {
        const isRouted = !isHere(lease);
        const outcome = await send(lease, command);
        if (isRouted) routed.inc({ books: name, outcome: outcome.kind === 'refusal' ? outcome.code : outcome.kind });
        return outcome;
      } finally {
        waiting -= 1;
      }
    },
  };
}

const OPEN_CODES: ReadonlySet<string> = new Set([NOT_DONE.code, BUSY.code]);

async function raceTimeout(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
