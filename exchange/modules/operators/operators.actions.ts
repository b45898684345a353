import type { z } from 'zod';
import type { Actor, OperatorActor } from '../../platform/actor';
import type { Tx } from '../../platform/db';
import { hashInput } from '../../platform/idempotency';
import { guardWrites } from './operators.guard';
import { appendLog, type LogEntry } from './operators.log';
import { type ActionName, mayPerform, mayApprove, needsApproval, rateLimitOf } from './operators.matrix';
import { isOverRate } from './operators.rate-limit';
import { sanitizeLine, sanitizePreview } from './operators.sanitize';
import { ActionRefused } from './operators.errors';
import { lockOperator, type OperatorRow } from './operators.repository';
import { requireProof } from './operators.sessions';
import { findTarget } from './operators.targets';
import * as requests from './operators.requests';
import { requireBase, type Versioned } from './operators.versions';

const REASON_LENGTH_MAX = 500;
const HOUR_MS = 3_600_000;

/** What an action is told. `asker`: who asked for it, where the actor is somebody else who agreed. `at` in ms. */
export type ActionContext<I> = { input: I; actor: Actor; asker?: { operatorId: string; name: string }; at: number };

/**
 * One action. `describe` says what will be done, line by line, without doing it; `run` does it in the transaction that it is given, throws to refuse, and
 * returns one line that says what was done. One that writes something whole says which version of it was read (`readBase`).
 */
export type Action<I = unknown> = Versioned<I> & {
  name: ActionName;
  schema: z.ZodType<I>;
  describe(input: I): readonly string[];
  /** Of one that is done at once: why somebody else has to agree this time, as a line for them; null: nobody has to. */
  asksSecond?(tx: Tx, context: ActionContext<I>): Promise<string | null>;
  run(tx: Tx, context: ActionContext<I>): Promise<string>;
};

/** Returns the action with the type of its input forgotten. Its input is parsed by its own schema before it runs. */
export function defineAction<I>(act: Action<I>): Action {
  return act as unknown as Action;
}

export type ActionInput = { actor: Actor; act: ActionName; reason: string; input: unknown; at: number };
type ActionOutcome = { state: 'done'; outcome: string } | { state: 'requested'; requestId: string; expiresAt: number; preview: string };
type Decide = { actor: Actor; requestId: string; reason: string; at: number };

/** Returns the one door through which operators act. Every method writes to the log in the transaction it is given. */
export function createActions(acts: readonly Action[]) {
  const byName = new Map(acts.map((act) => [act.name as string, act]));
  const find = (name: string): Action => {
    const act = byName.get(name);
    if (act === undefined) throw new ActionRefused('INPUT_INVALID', `There is no act ${name}.`);
    return act;
  };
  return {
    /** The actions that there are. */
    names: acts.map(({ name }) => name),
    /** What an action is told, as its own schema reads it. @throws ActionRefused where there is no such action */
    inputOf: (name: ActionName): z.ZodType => find(name).schema,
    /** Those that write something whole: each is refused where it was changed since it was read. */
    whole: acts.filter(({ readBase }) => readBase !== undefined).map(({ name }) => name),

    /**
     * Does an action, or requests it where the matrix asks for a second operator.
     * @throws ActionRefused; what the action itself refuses with
     */
    async performAction(tx: Tx, { actor, act: name, reason, input, at }: ActionInput): Promise<ActionOutcome> {
      const act = find(name);
      const operator = await admit(tx, actor, (roles) => mayPerform(roles, name));
      const why = readReason(reason);
      const parsed = parseInput(act, input);
      const target = findTarget(name, parsed);
      const base = await requireBase(tx, act, parsed);
      const common = { at, ...nameActor(actor), act: name, target, reason: why };
      const context = { input: parsed, actor, at };
      const isAlone = !needsApproval(name);
      const beyond = isAlone ? await findBeyond(tx, act, context) : null;
      if (isAlone) await requireWithinBound(tx, act, context);
      if (isAlone && beyond === null) {
        const outcome = await act.run(guardWrites(tx, name), context);
        await appendLog(tx, { ...common, phase: 'done', requestId: null, inputHash: hashInput(parsed), outcome });
        return { state: 'done', outcome };
      }
      if ((await requests.countOpenRequests(tx, { operatorId: operator.id, now: at })) >= requests.OPEN_REQUESTS_MAX) {
        throw new ActionRefused(
          'REQUESTS_TOO_MANY',
          `${operator.name} has ${requests.OPEN_REQUESTS_MAX} open requests: let some be decided first.`,
        );
      }
      const version = base === null ? [] : [...(base.changes ?? []), `in place of version ${base.read}`];
      const preview = sanitizePreview([...act.describe(parsed), ...version, ...(beyond === null ? [] : [beyond])]);
      const expiresAt = at + requests.REQUEST_LIFE_MS;
      const requestedBy = operator.id;
      const frozen = { act: name, target, reason: why, input: JSON.stringify(parsed), preview, requestedBy, requestedAt: at, expiresAt };
      const requestId = await requests.insertRequest(tx, frozen);
      await appendLog(tx, { ...common, phase: 'requested', requestId, inputHash: requests.hashRequest(frozen), outcome: preview });
      return { state: 'requested', requestId, expiresAt, preview };
    },

    /**
     * Does what was requested, as it was requested, in this transaction, once, whichever way the agreement comes. Returns the line of the action.
     * @throws ActionRefused; what the action itself refuses with: the request is then open as before
     */
    async approveRequest(tx: Tx, decide: Decide): Promise<string> {
      // Who left a session open agrees to nothing by it.
      requireProof(operatorOf(decide.actor), decide.at);
      const request = await takeRequest(tx, decide, (roles, act) => mayApprove(roles, act));
      const act = find(request.act);
      const requester = await lockOperator(tx, request.requestedBy);
      if (requester?.state !== 'active' || !mayPerform(requester.roles, act.name)) {
        throw new ActionRefused('NOT_ALLOWED', `${request.requester}, who asked for it, may not do it any more.`);
      }
      const { actor, at } = decide;
      const input = parseInput(act, JSON.parse(request.input));
      await requireBase(tx, act, input);
      const asker = { operatorId: requester.id, name: requester.name };
      const outcome = await act.run(guardWrites(tx, act.name), { input, actor, asker, at });
      await requests.decideRequest(tx, { id: request.id, state: 'executed', by: operatorOf(actor).operatorId, at, outcome });
      await appendLog(tx, { ...entryOf(request, decide), phase: 'approved', outcome });
      return outcome;
    },

    /** Ends a request without doing it. @throws ActionRefused */
    async refuseRequest(tx: Tx, decide: Decide): Promise<void> {
      const request = await takeRequest(tx, decide, (roles, act) => mayApprove(roles, act) && mayPerform(roles, 'requests.refuse'));
      const by = operatorOf(decide.actor).operatorId;
      await requests.decideRequest(tx, { id: request.id, state: 'refused', by, at: decide.at, outcome: readReason(decide.reason) });
      await appendLog(tx, { ...entryOf(request, decide), phase: 'refused', outcome: '' });
    },
  };
}

/** Why an action that is done at once takes somebody else this time: it is beyond its pace, or the action says so. */
async function findBeyond(tx: Tx, act: Action, context: ActionContext<unknown>): Promise<string | null> {
  const pace = rateLimitOf(act.name);
  const { operatorId, name } = operatorOf(context.actor);
  if (pace?.beyond === 'second' && (await isOverRate(tx, { operatorId, name, act: act.name, at: context.at }, pace))) {
    return `asked for by ${name}, who did this ${pace.most} times alone within ${pace.withinMs / HOUR_MS} h`;
  }
  return (await act.asksSecond?.(tx, context)) ?? null;
}

/** A look at people one by one has an end: who found a session open reads no whole register by it. @throws ActionRefused */
async function requireWithinBound(tx: Tx, { name: act }: Action, { actor, at }: ActionContext<unknown>): Promise<void> {
  const pace = rateLimitOf(act);
  if (pace?.bound === undefined) return;
  const { operatorId, name } = operatorOf(actor);
  if (await isOverRate(tx, { operatorId, name, act, at }, { most: pace.bound, withinMs: pace.withinMs })) {
    const hours = pace.withinMs / HOUR_MS;
    throw new ActionRefused(
      'LOOKS_TOO_MANY',
      `${name} looked ${pace.bound} times within ${hours} h, as often as one may: ask somebody else, or wait.`,
    );
  }
}

/** Checks that an operator may read what an action of the matrix covers. @throws ActionRefused */
export async function authorizeAccess(tx: Tx, actor: Actor, look: ActionName): Promise<void> {
  await admit(tx, actor, (roles) => mayPerform(roles, look));
}

/** What an operator may do is read here, at the action, and can't change before its transaction ends. */
async function admit(tx: Tx, actor: Actor, isAllowed: (roles: readonly string[]) => boolean): Promise<OperatorRow> {
  const operator = await lockOperator(tx, operatorOf(actor).operatorId);
  if (operator === null) throw new ActionRefused('ACTOR_REFUSED', 'There is no such operator.');
  if (operator.state !== 'active') throw new ActionRefused('OPERATOR_SUSPENDED', `${operator.name} is suspended.`);
  if (!isAllowed(operator.roles))
    throw new ActionRefused('NOT_ALLOWED', `${operator.name} (${operator.roles.join(', ')}) may not do this.`);
  return operator;
}

async function takeRequest(
  tx: Tx,
  { actor, requestId, at, reason }: Decide,
  isAllowed: (roles: readonly string[], act: ActionName) => boolean,
): Promise<requests.RequestRow> {
  const request = await requests.lockRequest(tx, requestId);
  if (request === null) throw new ActionRefused('REQUEST_UNKNOWN', `There is no request ${requestId}.`);
  await admit(tx, actor, (roles) => isAllowed(roles, request.act as ActionName));
  readReason(reason);
  if (request.requestedBy === operatorOf(actor).operatorId) {
    throw new ActionRefused('SAME_OPERATOR', `Request ${request.id} is your own: somebody else decides it.`);
  }
  if (request.state !== 'open') throw new ActionRefused('REQUEST_DECIDED', `Request ${request.id} was ${request.state} before.`);
  if (request.expiresAt <= at) throw new ActionRefused('REQUEST_EXPIRED', `Request ${request.id} has lapsed: it was good for 48 hours.`);
  if (requests.hashRequest(request) !== request.inputHash) {
    throw new ActionRefused('REQUEST_ALTERED', `Request ${request.id} is not what was asked for: its hash is another.`);
  }
  return request;
}

function entryOf(request: requests.RequestRow, decide: Decide): Omit<LogEntry, 'phase' | 'outcome'> {
  const { act, target, id: requestId, inputHash } = request;
  return { at: decide.at, ...nameActor(decide.actor), act, target, reason: readReason(decide.reason), requestId, inputHash };
}

function parseInput(act: Action, input: unknown): unknown {
  const parsed = act.schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ActionRefused('INPUT_INVALID', `${issue?.path.join('.') || act.name}: ${issue?.message ?? 'invalid'}`);
}

function readReason(reason: string): string {
  const text = sanitizeLine(reason);
  if (text === '' || text.length > REASON_LENGTH_MAX) {
    throw new ActionRefused('REASON_MISSING', `A reason is needed, of at most ${REASON_LENGTH_MAX} characters.`);
  }
  return text;
}

function operatorOf(actor: Actor): OperatorActor {
  if (actor.kind !== 'operator') throw new ActionRefused('ACTOR_REFUSED', 'Only an operator can do this.');
  return actor;
}

function nameActor(actor: Actor): Pick<LogEntry, 'actor' | 'actorKind' | 'proof'> {
  const { name, proof, from } = operatorOf(actor);
  return { actor: name, actorKind: 'operator', proof: from === undefined ? proof.method : `${proof.method} from ${from}` };
}
