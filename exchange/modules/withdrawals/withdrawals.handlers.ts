import * as bookCalls from '../../../lib/protocol/address-book';
import * as calls from '../../../lib/protocol/withdrawals';
import { PAGE_SIZE } from '../../../lib/protocol/wire';
import { type CallContext, handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { offsetOf } from '../../platform/offset-pages';
import { isWithdrawingSuspended } from '../accounts/accounts';
import { listPauses } from '../networks/networks';
import type { StepUp, StepUpCaller } from '../step-up/step-up';
import type { AddressBook } from './withdrawals.book';
import type { Decisions } from './withdrawals.decisions';
import type { WithdrawalLinks } from './withdrawals.links';
import type { PayingNetworks } from './withdrawals.networks';
import { findWithdrawal, listSteps, listWithdrawals } from './withdrawals.repository';
import { readUse } from './withdrawals.sums.repository';
import type { Requests } from './withdrawals.requests';
import { type Channel, DAY_MS, type DayLimit, firstWaitMs, OPEN_MAX, REVIEW_MAX_MS, SCALE } from './withdrawals.terms';
import { toKeptWire, toWire } from './withdrawals.wire';

type Deps = Pick<Platform, 'db' | 'clock' | 'env'> & {
  networks: PayingNetworks;
  requests: Requests;
  decisions: Decisions;
  book: AddressBook;
  links: WithdrawalLinks;
  stepUp: StepUp;
  isVerified(tx: Tx, userId: string): Promise<boolean>;
  readChannels(): readonly Channel[];
  readDayLimits(): readonly DayLimit[];
  /** Pairs of call 46, of whoever converts. */
  listPairs(): readonly { from: string; to: string }[];
  tell(userId: string): void;
};

/** The demo account has no withdrawals. @throws REAL_ACCOUNT_ONLY */
function ownerOf(context: CallContext) {
  const session = sessionOf(context);
  if (session.mode !== 'real') throw new DomainError('REAL_ACCOUNT_ONLY');
  return session;
}

/** Calls 46 and 47, and our own about withdrawals. */
export function createWithdrawalCalls(deps: Deps): RegisteredCall[] {
  const { db, networks, requests, decisions, links, readChannels, tell } = deps;
  return [
    handle(calls.withdrawalOptions, async () => {
      const channels = readChannels();
      const [usdt] = channels.filter(({ asset }) => asset === 'USDT');
      const offered = channels.filter(({ network, asset }) => networks.pays(network, asset)).map(({ channel }) => channel);
      const legacy = calls.withdraw.request.shape.tbchannel.options.filter((channel) => offered.includes(channel));
      return { networks: legacy, fee: usdt?.feeRate ?? '0', min: usdt?.min ?? '0', max: usdt?.max ?? '0', pairs: [...deps.listPairs()] };
    }),
    handle(calls.withdraw, async ({ amount, addr, qianbao, tbchannel, code, request_id }, context) => {
      if (addr !== qianbao) throw new DomainError('REQUEST_INVALID', { detail: 'the address is not repeated' });
      const asker = ownerOf(context);
      const submit = () => requests.submit(asker, { channel: tbchannel, address: addr, amount, arrives: null, requestId: request_id });
      const row = await confirmByCode(deps, { asker, code, ip: context.ip }, submit);
      tell(asker.userId);
      return `Withdrawal ${row.id} of ${fromUnits(row.amount, SCALE)} ${row.asset} was requested`;
    }),
    handle(calls.withdrawTo, async ({ channel, address, amount, arrives, request_id }, context) => {
      const asker = ownerOf(context);
      const row = await requests.submit(asker, { channel, address, amount, arrives: arrives ?? null, requestId: request_id });
      tell(asker.userId);
      return toWire(row, networks);
    }),
    handle(calls.withdrawals, async ({ page }, context) => {
      const place = { limit: PAGE_SIZE, offset: offsetOf(Number(page ?? '1')) };
      const rows = await listWithdrawals(db.read, { userId: ownerOf(context).userId, ...place });
      return rows.map((row) => toWire(row, networks));
    }),
    handle(calls.withdrawal, async ({ id }, context) => {
      const row = await findWithdrawal(db.read, id);
      if (row === null || row.userId !== ownerOf(context).userId) throw new DomainError('WITHDRAWAL_NOT_FOUND');
      const steps = await listSteps(db.read, id);
      return { ...toWire(row, networks), steps: steps.map(({ step, at, until, txid }) => ({ step, time: at, until, txid })) };
    }),
    handle(calls.withdrawalCancel, async ({ id }, context) => {
      const { userId } = ownerOf(context);
      const row = await db.transaction((tx) => decisions.cancel(tx, { id, userId }));
      tell(userId);
      return toWire(row, networks);
    }),
    handle(calls.withdrawalCancelByLink, async ({ token }) => {
      const row = await db.transaction(async (tx) => decisions.cancel(tx, { id: await links.spend(tx, token), userId: null }));
      tell(row.userId);
      return `The withdrawal of ${fromUnits(row.amount, SCALE)} ${row.asset} was called off, its money is back`;
    }),
    handle(calls.withdrawalTerms, async (_input, context) => describeTerms(deps, ownerOf(context).userId)),
    ...createBookCalls(deps.book),
  ];
}

/** Does what has to be confirmed; an authenticator's code that came with it confirms it. A mailed one counts for the ticket that it was mailed for, by `x.stepUp`. */
async function confirmByCode<T>(
  { stepUp }: Pick<Deps, 'stepUp'>,
  { asker, code, ip }: { asker: StepUpCaller; code: string | undefined; ip: string },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (code === undefined || !(error instanceof DomainError) || error.code !== 'STEP_UP_REQUIRED') throw error;
    const { ways = '', ticket = '' } = error.params ?? {};
    if (!ways.split(',').includes('totp')) throw error;
    await stepUp.prove(asker, { ticket, way: 'totp', ip, given: { code, passkey: null, message: null, signature: null } });
    return run();
  }
}

async function describeTerms({ db, clock, env, networks, readChannels, readDayLimits, ...deps }: Deps, userId: string) {
  const verified = await deps.isVerified(db.read, userId);
  const since = clock.now() - DAY_MS;
  const limits = await Promise.all(
    readDayLimits().map(async ({ asset, unverified, verified: more }) => {
      const limit = verified ? more : unverified;
      const left = limit - (await readUse(db.read, { userId, asset, since })).withdrawn;
      const write = (units: bigint) => fromUnits(units < 0n ? 0n : units, SCALE);
      return { coin: asset, limit: write(limit), left: write(left), verified_limit: write(more) };
    }),
  );
  const { onlyKept, endsAt } = await deps.book.readMode(userId);
  const pauses = new Map((await listPauses(db.read)).map(({ network, reason, since }) => [network, { reason, since }]));
  return {
    channels: readChannels().map(({ channel, asset, network, decimals, feeRate, min, max, reviewAbove, dayOutflowMax }) => ({
      ...{ channel, coin: asset, network, decimals, fee: feeRate, min, max, review_above: fromUnits(reviewAbove, SCALE) },
      // Nothing of it holds where people pay.
      day_outflow_max: networks.isSigned(network) ? fromUnits(dayOutflowMax, SCALE) : null,
      offered: networks.pays(network, asset),
      confirmations: networks.find(network)?.confirmations ?? 0,
      paused: pauses.get(network) ?? null,
    })),
    limits,
    open_max: OPEN_MAX,
    verified,
    first_wait: firstWaitMs(env.sandbox) / 1000,
    review_max: REVIEW_MAX_MS / 1000,
    suspended: await isWithdrawingSuspended(db.read, userId),
    held_until: await deps.stepUp.outgoingHeldUntil(db.read, userId),
    only_kept: onlyKept,
    only_kept_ends: endsAt,
  };
}

function createBookCalls(book: AddressBook): RegisteredCall[] {
  return [
    handle(bookCalls.addressBook, async (_input, context) => (await book.list(ownerOf(context).userId)).map(toKeptWire)),
    handle(bookCalls.addressKeep, async (input, context) => toKeptWire(await book.keep(ownerOf(context), input))),
    handle(bookCalls.addressForget, async ({ id }, context) => {
      await book.forget(ownerOf(context), id);
      return 'The address is not kept any more';
    }),
    handle(bookCalls.addressOnlyKept, async ({ on }, context) => {
      const { onlyKept, endsAt } = await book.setOnlyKept(ownerOf(context), on === '1');
      return { only_kept: onlyKept, only_kept_ends: endsAt };
    }),
  ];
}
