import type { z } from 'zod';
import type { OperatorEndpoint } from '../../lib/operator/define';
import { LOG_PAGE, type LogLine, type OperatorRequest, type OperatorTimeline, REQUESTS_PAGE } from '../../lib/operator/requests';
import type { AuditCheck } from '../composition/module';
import type { ActionName, LogOf, LogRow, OpenRequest, SignedIn } from '../modules/operators/operators';
import { listLogOf, listOpenRequests, mayApprove } from '../modules/operators/operators';
import type { Platform } from '../platform/app';
import type { Tx } from '../platform/db';
import type { Sealing } from '../platform/sealing';
import type { HotWallet } from './hot-wallets';
import type { MarketStatus } from './market-status';
import type { Sweep, SweepAsked } from './sweep-file';

/** Dependencies of the operators' endpoints. */
export type Desk = Pick<Platform, 'db' | 'env' | 'clock' | 'log' | 'metrics'> & {
  audits: readonly AuditCheck[];
  sealing(): Promise<Sealing>;
  listMarkets(): MarketStatus[];
  listWallets(): Promise<HotWallet[]>;
  prepareSweep(asked: SweepAsked): Promise<Sweep>;
};

/**
 * Context of a call. `signedIn` is null where the console's secret alone is needed. `token`: the session token; `origin`: the console's public origin;
 * `from`: the caller's address; `device`: the device cookie. Null: not given.
 */
export type EndpointCaller = Desk & {
  signedIn: SignedIn | null;
  token: string;
  origin: string | null;
  from: string | null;
  device: string | null;
};
export type OperatorContext = EndpointCaller & SignedIn;
/** The part of the context that lists and reports need, in the console and at the command line. */
export type ListContext = Pick<OperatorContext, 'db' | 'clock' | 'actor' | 'roles' | 'listMarkets' | 'listWallets'>;

/** An endpoint with what answers it. */
export type ServedEndpoint = { endpoint: OperatorEndpoint; run(input: unknown, asker: EndpointCaller): Promise<unknown> };

/** Joins an endpoint of a signed-in operator and what answers it; the surface has parsed the input and checked the permission before. */
export function serve<I, O>(
  endpoint: OperatorEndpoint<I, O>,
  run: (input: I, context: OperatorContext) => Promise<z.input<z.ZodType<O>>>,
): ServedEndpoint {
  return {
    endpoint: endpoint as OperatorEndpoint,
    run(input, asker) {
      if (asker.signedIn === null) throw new Error(`${endpoint.name} was reached without a session`);
      return run(input as I, { ...asker, ...asker.signedIn });
    },
  };
}

/** The same for an endpoint before the sign-in. */
export function serveOutside<I, O>(endpoint: OperatorEndpoint<I, O>, run: (input: I, asker: EndpointCaller) => Promise<O>): ServedEndpoint {
  return { endpoint: endpoint as OperatorEndpoint, run: (input, asker) => run(input as I, asker) };
}

export function toRequest(row: OpenRequest, { actor, roles }: SignedIn): OperatorRequest {
  const { id, act, target, reason, preview, requester, requestedAt, expiresAt } = row;
  const canDecide = row.requestedBy !== actor.operatorId && mayApprove(roles, act as ActionName);
  return { id, act, target, reason, preview, requester, requestedAt, expiresAt, canDecide };
}

export function toLogLine({ seq, entry, hash }: LogRow): LogLine {
  const { at, actor, proof, act, phase, target, reason, requestId, outcome } = entry;
  return { seq, at, actor, proof, act, phase, target, reason, requestId, outcome, hash: hash.slice(0, 12) };
}

/** How the actions begin whose target is a user; whatever has another target may have the same number. */
export const ACTIONS_ABOUT_USERS: readonly string[] = ['users.', 'account.', 'withdrawals.suspend', 'withdrawals.resume'];

/** Acts about a case that name its queue, too: what was credited by hand stands on the page of its case and of its person. */
export const ACTIONS_BY_HAND: readonly string[] = ['deposits.credit', 'wires.enter'];

/** Where a timeline goes on: behind an open request, below a row of the log; null from its beginning. */
type TimelinePage = { after: string | null; before: number | null };

/** Returns what operators asked and did about an object, a page of each: its open requests, oldest first, and rows of the log, newest first. */
export async function readTimeline(
  tx: Tx,
  context: OperatorContext,
  { after, before, ...of }: LogOf & TimelinePage,
): Promise<OperatorTimeline> {
  const targets = [of.target, ...(of.aliases ?? [])];
  const open = await listOpenRequests(tx, { now: context.clock.now(), after, limit: REQUESTS_PAGE + 1, targets, acts: of.acts });
  const log = await listLogOf(tx, of, { before, limit: LOG_PAGE + 1 });
  const [requests, rows] = [open.slice(0, REQUESTS_PAGE), log.slice(0, LOG_PAGE)];
  return {
    requests: requests.map((row) => toRequest(row, context)),
    log: rows.map(toLogLine),
    next: {
      after: open.length > REQUESTS_PAGE ? (requests.at(-1)?.id ?? null) : null,
      before: log.length > LOG_PAGE ? (rows.at(-1)?.seq ?? null) : null,
    },
  };
}
