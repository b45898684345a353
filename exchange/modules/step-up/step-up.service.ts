import {
  STEP_UP_LIFE_MS,
  STEP_UP_RULES,
  type StepUpAct,
  type StepUpSubject,
  type StepUpWay,
  SUBJECT_FIELDS,
} from '../../../lib/rules/step-up';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { hashInput } from '../../platform/idempotency';
import { type LoginThrottle, requireUnlocked } from '../accounts/accounts';
import * as stored from './step-up.repository';
import type { Ticket, Tickets } from './step-up.tickets';
import type { Given, Started, Way } from './step-up.ways';

/** Whose session asks. */
export type StepUpCaller = { userId: string; sessionId: string };
type Deps = Pick<Platform, 'db' | 'clock'> & { tickets: Tickets; ways: Way[]; throttle: LoginThrottle };
type ProofInput = { ticket: string; way: StepUpWay; ip: string };

/** What an action is about counts only where each is confirmed by itself. */
export const hashSubject = (act: StepUpAct, subject: StepUpSubject) =>
  hashInput(STEP_UP_RULES[act].counts === 'once' ? pickSubject(subject) : {});

function pickSubject(subject: StepUpSubject): StepUpSubject {
  return Object.fromEntries(SUBJECT_FIELDS.flatMap((field) => (subject[field] === undefined ? [] : [[field, subject[field]]])));
}

/** Returns what asks people to confirm what they do, and takes their confirmations. */
export function createStepUpService({ db, clock, tickets, ways, throttle }: Deps) {
  async function listWays(tx: Tx, person: stored.Person & { userId: string }, act: StepUpAct): Promise<Way[]> {
    const owned: Way[] = [];
    for (const way of ways) if (await way.isOwned(tx, person)) owned.push(way);
    const factors = owned.filter(({ isFactor }) => isFactor);
    const chosen = factors.length > 0 ? factors : owned;
    const rule = STEP_UP_RULES[act];
    return rule.counts === 'once' && !('byRecovery' in rule) ? chosen.filter(({ isForMoney }) => isForMoney !== false) : chosen;
  }
  async function findPerson(tx: Tx, caller: StepUpCaller): Promise<stored.Person & { userId: string }> {
    const person = await stored.findPerson(tx, caller);
    if (person === null) throw new DomainError('SESSION_REQUIRED');
    return { ...person, userId: caller.userId };
  }
  /** Reads a ticket of this session and finds the way that was chosen. @throws STEP_UP_EXPIRED */
  async function open(caller: StepUpCaller, input: ProofInput): Promise<{ ticket: Ticket; person: stored.Person; way: Way }> {
    const ticket = tickets.read(input.ticket, clock.now());
    const person = await findPerson(db.read, caller);
    if (ticket.userId !== caller.userId || ticket.family !== person.family) {
      throw new DomainError('STEP_UP_EXPIRED', { detail: 'of another session' });
    }
    const way = (await listWays(db.read, person, ticket.act)).find(({ name }) => name === input.way);
    if (way === undefined) throw new DomainError('STEP_UP_EXPIRED', { detail: `no such way: ${input.way}` });
    return { ticket, person, way };
  }

  async function refuse(tx: Tx, person: stored.Person & { userId: string }, act: StepUpAct, subject: StepUpSubject): Promise<never> {
    const names = (await listWays(tx, person, act)).map(({ name }) => name).join(',');
    const ticket = tickets.write({ userId: person.userId, family: person.family, act, subject: pickSubject(subject) }, clock.now());
    throw new DomainError('STEP_UP_REQUIRED', { params: { act, ways: names, ticket } });
  }

  return {
    /** Adds a way that another module brings, before anybody asks. */
    offerWay(way: Way): void {
      ways.push(way);
    },

    /**
     * Lets an action go on that this session confirmed; one that counts once uses its confirmation up, in the transaction of its effect. Ask after
     * everything else that may refuse it. @throws STEP_UP_REQUIRED with the ways this user has; SESSION_REQUIRED; SETTINGS_LOCKED
     */
    async require(tx: Tx, caller: StepUpCaller, { act, ...subject }: { act: StepUpAct } & StepUpSubject): Promise<void> {
      const now = clock.now();
      if ('locked' in STEP_UP_RULES[act]) await requireUnlocked(tx, { userId: caller.userId, now });
      const person = await findPerson(tx, caller);
      const proof = { userId: caller.userId, family: person.family, act, subjectHash: hashSubject(act, subject), now };
      const isProved = STEP_UP_RULES[act].counts === 'once' ? await stored.spendProof(tx, proof) : await stored.hasProof(tx, proof);
      if (!isProved) await refuse(tx, person, act, subject);
    },

    /** Refuses as `require` will, and uses nothing up: before work for the act that costs something. @throws STEP_UP_REQUIRED, SESSION_REQUIRED, SETTINGS_LOCKED */
    async requireAhead(tx: Tx, caller: StepUpCaller, { act, ...subject }: { act: StepUpAct } & StepUpSubject): Promise<void> {
      const now = clock.now();
      if ('locked' in STEP_UP_RULES[act]) await requireUnlocked(tx, { userId: caller.userId, now });
      const person = await findPerson(tx, caller);
      const proof = { userId: caller.userId, family: person.family, act, subjectHash: hashSubject(act, subject), now };
      if (!(await stored.hasProof(tx, proof))) await refuse(tx, person, act, subject);
    },

    /** Returns until when (ms) no money leaves the account, after a change of what protects it; null when it may leave. */
    outgoingHeldUntil: (tx: Tx, userId: string): Promise<number | null> => stored.findOutgoingHold(tx, { userId, now: clock.now() }),

    /** Begins a confirmation. @throws STEP_UP_EXPIRED, RATE_LIMITED */
    async start(caller: StepUpCaller, input: ProofInput): Promise<Started> {
      const { way, ticket, person } = await open(caller, input);
      const started = await way.start?.({ ticket, person, ip: input.ip, now: clock.now() });
      return { sentTo: null, statement: null, nonce: null, address: null, options: null, ...started };
    },

    /**
     * Takes a proof and returns until when (ms) the act may be done. Tries are slowed like those of passwords.
     * @throws STEP_UP_EXPIRED also for a ticket that was used; LOGIN_WAIT; what the way says of a wrong proof
     */
    async prove(caller: StepUpCaller, input: ProofInput & { given: Given }): Promise<number> {
      const { ticket, person, way } = await open(caller, input);
      const attempt = { name: '', userId: caller.userId, source: { ip: input.ip, device: `family ${person.family}` } };
      await throttle.admit({ ...attempt, proof: null, now: clock.now() });
      const now = clock.now();
      const spend = await way.check({ ticket, person, ip: input.ip, given: input.given, now });
      const { id, userId, family, act, subject } = ticket;
      const expiresAt = now + STEP_UP_LIFE_MS;
      await db.transaction(async (tx) => {
        const proof = { id, userId, family, act, subjectHash: hashSubject(act, subject), way: way.name, now, expiresAt };
        if (!(await stored.insertProof(tx, proof))) throw new DomainError('STEP_UP_EXPIRED', { detail: 'used before' });
        await spend(tx);
      });
      await throttle.succeed(attempt);
      return expiresAt;
    },
  };
}

export type StepUp = ReturnType<typeof createStepUpService>;
