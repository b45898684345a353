import { REQUESTS_PAGE, requestEndpoints } from '../../lib/operator/requests';
import { listLog, listOpenRequests } from '../modules/operators/operators';
import { acts } from './actions';
import { type OperatorContext, serve, toLogLine, toRequest } from './desk';
import { describeFilters } from './list-words';
import { narrowRequests } from './lists';
import { logAccess } from './access-log';

/** Writes into the log that somebody reads what was asked for or done: it names whom it is about. */
const noteLook = (context: OperatorContext, input: { list: string; filter: string; after: string | null }): Promise<void> =>
  logAccess(context, { act: 'lists.read', reason: 'opened', input: { ...input, user: null } });

/** What answers about requests of operators and their log. */
export const REQUESTS = [
  serve(requestEndpoints.list, async ({ filters, after }, context) => {
    const narrowed = narrowRequests(filters, context.actor.operatorId);
    const rows = await listOpenRequests(context.db.read, { ...narrowed, now: context.clock.now(), after, limit: REQUESTS_PAGE + 1 });
    const shown = rows.slice(0, REQUESTS_PAGE);
    // The page of today asks each time it is opened: where nothing waits, nothing was looked at.
    if (shown.length > 0) await noteLook(context, { list: 'approvals', filter: describeFilters(filters), after });
    return { items: shown.map((row) => toRequest(row, context)), next: rows.length > REQUESTS_PAGE ? (shown.at(-1)?.id ?? null) : null };
  }),
  serve(requestEndpoints.approve, async ({ id, reason }, { db, actor, clock }) => ({
    outcome: await db.transaction((tx) => acts.approveRequest(tx, { actor, requestId: id, reason, at: clock.now() })),
  })),
  serve(requestEndpoints.refuse, async ({ id, reason }, { db, actor, clock }) => {
    await db.transaction((tx) => acts.refuseRequest(tx, { actor, requestId: id, reason, at: clock.now() }));
    return {};
  }),
  serve(requestEndpoints.log, async ({ before, operator, act }, context) => {
    const narrowed = Object.entries({ operator, act }).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    // Read first: what is shown is what was done before this look.
    const items = (await listLog(context.db.read, before, { operator, act })).map(toLogLine);
    await noteLook(context, {
      list: 'log',
      filter: describeFilters(Object.fromEntries(narrowed)),
      after: before === null ? null : String(before),
    });
    return { items };
  }),
];
