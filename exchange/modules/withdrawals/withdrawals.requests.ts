import { previewWithdrawal, type WithdrawalChannel } from '../../../lib/rules/withdrawals';
import type { Mode } from '../../../lib/protocol/wire';
import { readAddress } from '../../../lib/rules/addresses';
import type { Platform } from '../../platform/app';
import type { Database, Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { findStored } from '../../platform/idempotency';
import { findOutgoingStops, type OutgoingStop, requireNotFrozen } from '../accounts/accounts';
import { createTransferQueue, together, userAddress } from '../ledger/ledger';
import type { WithdrawalLinks } from './withdrawals.links';
import type { StepUp } from '../step-up/step-up';
import { requirePayable } from './withdrawals.book';
import type { Decisions } from './withdrawals.decisions';
import { requireDestination } from './withdrawals.destination';
import type { PayingNetworks } from './withdrawals.networks';
import { type Asking, type Question, readAskings } from './withdrawals.asking.repository';
import { findWithdrawal, insertWithdrawals, type NewWithdrawal, type WithdrawalRow } from './withdrawals.repository';
import { scheduleNew } from './withdrawals.schedule';
import { tellOf } from './withdrawals.states';
import { type Channel, DAY_MS, type DayLimit, firstWaitMs, HOLD_MAX_MS, HOLD_PURPOSE, OPEN_MAX, SCALE } from './withdrawals.terms';

export type Asker = { userId: string; sessionId: string; mode: Mode };
/** `arrives` is what the screen showed, null where it showed nothing. */
export type WithdrawalRequest = { channel: WithdrawalChannel; address: string; amount: string; arrives: string | null; requestId: string };
type Deps = Pick<Platform, 'db' | 'clock' | 'env' | 'metrics'> & {
  networks: PayingNetworks;
  stepUp: StepUp;
  decisions: Decisions;
  links: WithdrawalLinks;
  isVerified(tx: Tx, userId: string): Promise<boolean>;
  readChannels(): readonly Channel[];
  readDayLimits(): readonly DayLimit[];
};
/** What is asked for, read and checked as far as it says so itself. */
type Draft = Asker & { terms: Channel; address: string; amount: bigint; fee: bigint; confirmations: number };
/** What is known of who asks, in the transaction of the request. */
type Seen = {
  now: number;
  dayLimits: readonly DayLimit[];
  stop: OutgoingStop | null;
  asking: Asking;
  isVerified: boolean;
  available: bigint;
};

/**
 * Orders are in a hurry, withdrawals are not: they come in few large groups. A group costs a server as many statements and flushes whether it has one
 * or a dozen, so its orders meet fewer of them; on the one connection of the embedded database an order waits for all of the group.
 */
const PAUSE_MS: Readonly<Record<Database['kind'], number>> = { postgres: 250, pglite: 50 };

/** The name under which request numbers of both calls are kept. */
export const WITHDRAW_CALL = 'withdrawals.apply';

/** Returns what begins a withdrawal: its money is held, its row written and its jobs planned in one transaction, once for each request number. */
export function createRequests(deps: Deps) {
  const { db, clock, env, metrics, stepUp, decisions, links } = deps;
  const transfers = createTransferQueue(db, metrics, { lanes: 1, pauseMs: PAUSE_MS[db.kind] });
  const readOrBegun = createReading(deps);

  function draw(draft: Draft, { id, wasPaid, unreviewed, isDoubted }: Asking): WithdrawalRow {
    const { userId, terms, address, amount, fee, confirmations } = draft;
    const at = clock.now();
    const { channel, asset, network } = terms;
    const next = wasPaid
      ? decisions.nextOf({ network, channel, amount }, { unreviewed, isDoubted, at })
      : ({ to: 'waiting', until: at + firstWaitMs(env.sandbox), reason: null } as const);
    return {
      ...{ id, userId, channel, asset, network, address, amount, fee, state: next.to, until: next.until, reason: next.reason },
      ...{ requestedAt: at, stateAt: at, delay: null, txid: null, confirmations: 0, confirmationsNeeded: confirmations },
    };
  }

  function newOf(row: WithdrawalRow): NewWithdrawal {
    const { state, requestedAt: at, until } = row;
    const requested = { step: 'requested', at, until: null, txid: null };
    return { row, steps: [requested, { step: state, at, until, txid: null }] };
  }

  /** Mails its link to its owner. One that nobody can call off any more needs none. */
  function mailOf({ id, userId, state, requestedAt: at, until, ...row }: WithdrawalRow, email: string | null) {
    if (email === null || state === 'approved') return undefined;
    const say = (units: bigint) => `${fromUnits(units, SCALE)} ${row.asset}`;
    const about = { id, amount: say(row.amount), arrives: say(row.amount - row.fee), network: row.network, address: row.address };
    return (tx: Tx) => links.add(tx, { userId, to: email, at, withdrawal: { ...about, until: until ?? at } });
  }

  async function findStops(tx: Tx, questions: readonly { userId: string; stop: OutgoingStop | null }[]): Promise<void> {
    const stops = await findOutgoingStops(tx, { userIds: questions.map(({ userId }) => userId), now: clock.now() });
    for (const question of questions) question.stop = stops.get(question.userId) ?? null;
  }

  return {
    /** Returns what was begun. @throws what the catalogue's entry `x.withdraw` lists */
    async submit(asker: Asker, input: WithdrawalRequest): Promise<WithdrawalRow> {
      if (asker.mode !== 'real') throw new DomainError('REAL_ACCOUNT_ONLY');
      const draft = await readOrBegun(asker, input);
      if ('id' in draft) return draft;
      const { userId, terms, address, amount } = draft;
      const { asset, network } = terms;
      const own = (part: 'available' | 'hold') => userAddress({ userId, mode: 'real', asset, part });
      const said = fromUnits(amount, SCALE);
      const isVerified = await deps.isVerified(db.read, userId);
      const stopped = { userId, stop: null as OutgoingStop | null };
      const question: Question = { userId, asset, network, address, since: clock.now() - DAY_MS, asking: null };
      let drawn: WithdrawalRow | null = null;
      const { channel } = input;
      const id = await transfers.submit<string>({
        request: { userId, mode: 'real', call: WITHDRAW_CALL, requestId: input.requestId, input: { channel, address, said } },
        addresses: [own('available'), own('hold')],
        reads: [together(findStops, stopped), together(readAskings, question)],
        plan: async ({ tx, balanceOf }) => {
          const { asking } = question;
          if (asking === null) throw new Error(`nothing is known of user ${userId}`);
          await check(tx, draft, {
            now: clock.now(),
            dayLimits: deps.readDayLimits(),
            ...stopped,
            asking,
            isVerified,
            available: balanceOf(own('available')),
          });
          const row = draw(draft, asking);
          // Last of all: a confirmation is used up by what it lets go on.
          await stepUp.require(tx, asker, { act: 'withdrawal', amount: `${said} ${asset}`, address, network });
          drawn = row;
          const { state, requestedAt: at } = row;
          const hold = { purpose: HOLD_PURPOSE, reference: row.id, userId, mode: 'real', asset, amount, at: row.requestedAt } as const;
          const mail = mailOf(row, asking.email);
          return {
            journals: [],
            holds: [{ ...hold, ender: { kind: 'case', id: `withdrawal ${row.id}` }, until: row.requestedAt + HOLD_MAX_MS }],
            events: state === 'waiting' || state === 'review' ? [tellOf(row, state, at)] : [],
            writes: [together(insertWithdrawals, newOf(row)), together(scheduleNew, row)],
            ...(mail === undefined ? {} : { write: mail }),
            answer: row.id,
          };
        },
      });
      // What was committed, unless it is an answer that was stored before.
      const committed = drawn as WithdrawalRow | null;
      if (committed?.id === id) return committed;
      const row = await findWithdrawal(db.read, id);
      if (row === null) throw new Error(`withdrawal ${id} is missing`);
      return row;
    },
  };
}

export type Requests = ReturnType<typeof createRequests>;

/** Returns what reads a request, and finds what was begun by it before. */
function createReading({ db, networks, readChannels }: Pick<Deps, 'db' | 'networks' | 'readChannels'>) {
  /** What was begun under this number before, whatever has become of its terms since: a caller who lost the answer gets it. */
  async function findBegun(asker: Asker, input: WithdrawalRequest): Promise<WithdrawalRow | null> {
    const { userId } = asker;
    const [stored] = await findStored(db.read, [{ userId, mode: 'real', call: WITHDRAW_CALL, requestId: input.requestId }]);
    const row = stored == null ? null : await findWithdrawal(db.read, String(stored.answer));
    if (row === null) return null;
    const isSame = row.channel === input.channel && readAddress(row.network, input.address).address === row.address;
    return isSame && fromUnits(row.amount, SCALE) === input.amount ? row : null;
  }

  async function read(asker: Asker, input: WithdrawalRequest): Promise<Draft> {
    const terms = readChannels().find(({ channel }) => channel === input.channel);
    const network = terms === undefined ? null : networks.find(terms.network);
    if (terms === undefined || network === null || !networks.pays(terms.network, terms.asset)) throw new DomainError('NETWORK_NOT_OFFERED');
    const { preview, problem } = previewWithdrawal(terms, input.amount);
    if (problem !== null) throw new DomainError(problem.code, { params: { ...problem.params, asset: terms.asset } });
    // Nobody pays another fee than the one they were shown.
    if (input.arrives !== null && input.arrives !== preview.arrives) throw new DomainError('WITHDRAWAL_TERMS_CHANGED');
    const address = await requireDestination(db.read, networks, { network: terms.network, text: input.address });
    const amount = toUnits(preview.amount, SCALE);
    return { ...asker, terms, address, amount, fee: toUnits(preview.fee, SCALE), confirmations: network.confirmations };
  }

  /** What is asked for; where that is refused, what was begun under its number before. @throws what `read` throws */
  async function readOrBegun(asker: Asker, input: WithdrawalRequest): Promise<Draft | WithdrawalRow> {
    try {
      return await read(asker, input);
    } catch (error) {
      const begun = await findBegun(asker, input);
      if (begun === null) throw error;
      return begun;
    }
  }

  return readOrBegun;
}

/** Refuses what may stand between a person and their money: all of it is published. @throws what `x.withdraw` lists */
async function check(tx: Tx, { userId, terms, amount }: Draft, seen: Seen): Promise<void> {
  const { asset } = terms;
  const write = (units: bigint) => fromUnits(units < 0n ? 0n : units, SCALE);
  const { now, dayLimits, stop, asking, isVerified, available } = seen;
  // Says by whose hand.
  if (stop === 'frozen') {
    await requireNotFrozen(tx, userId);
    throw new DomainError('ACCOUNT_FROZEN');
  }
  if (stop === 'suspended') throw new DomainError('WITHDRAWALS_SUSPENDED');
  if (stop !== null) throw new DomainError('OUTGOING_HELD', { params: { until: new Date(stop).toISOString() } });
  const { open, withdrawn } = asking;
  requirePayable(asking, now);
  if (open >= OPEN_MAX) throw new DomainError('WITHDRAWALS_OPEN_TOO_MANY', { params: { max: String(OPEN_MAX) } });
  const limits = dayLimits.find((one) => one.asset === asset);
  const limit = (isVerified ? limits?.verified : limits?.unverified) ?? 0n;
  if (withdrawn + amount > limit) {
    throw new DomainError('WITHDRAWAL_DAY_LIMIT', { params: { left: write(limit - withdrawn), limit: write(limit), asset } });
  }
  if (available < amount) {
    throw new DomainError('INSUFFICIENT_BALANCE', { params: { available: write(available), needed: write(amount), asset } });
  }
}
