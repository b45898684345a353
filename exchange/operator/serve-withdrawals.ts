import { type OperatorWithdrawal, withdrawalEndpoints } from '../../lib/operator/withdrawals';
import { ActionRefused } from '../modules/operators/operators';
import { factsOf, findWithdrawal, listForDesk, listSteps, type WithdrawalRow } from '../modules/withdrawals/withdrawals';
import { readTimeline, serve } from './desk';
import { logCaseAccess, logAccess } from './access-log';

const PAGE = 50;
/** Suspending and resuming are about a user, who may have the same number. */
const ACTIONS = ['withdrawals.approve', 'withdrawals.refuse', 'withdrawals.pay', 'withdrawals.again', 'cases.'];

function toWithdrawal(row: WithdrawalRow): OperatorWithdrawal {
  const { user: userId, ...facts } = factsOf(row);
  const { state, requestedAt, until, delay, reason, txid, confirmations, confirmationsNeeded } = row;
  const said = state === 'refused' ? { waitsFor: null, refusal: reason } : { waitsFor: reason, refusal: null };
  return { ...facts, ...said, userId, state, requestedAt, until, delay, txid, confirmations, confirmationsNeeded };
}

/** What answers about withdrawals. */
export const WITHDRAWALS = [
  serve(withdrawalEndpoints.list, async ({ filter, user, after }, context) => {
    await logAccess(context, {
      act: 'lists.read',
      reason: 'opened',
      input: { list: 'withdrawals', filter, user, after },
    });
    const rows = await listForDesk(context.db.read, { filter, user, after, limit: PAGE + 1 });
    const items = rows.slice(0, PAGE);
    return { items: items.map(toWithdrawal), next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
  }),
  serve(withdrawalEndpoints.show, async ({ id, ...page }, context) => {
    await logCaseAccess(context, { queue: 'withdrawals', id });
    const row = await findWithdrawal(context.db.read, id);
    if (row === null) throw new ActionRefused('NOT_FOUND', `There is no withdrawal ${id}.`);
    const steps = await listSteps(context.db.read, id);
    const timeline = await readTimeline(context.db.read, context, { target: id, aliases: [`withdrawals ${id}`], acts: ACTIONS, ...page });
    return { withdrawal: toWithdrawal(row), steps, ...timeline };
  }),
];
