import { REQUESTS_PAGE, requestEndpoints } from '../../lib/operator/requests';
import { listLog, listOpenRequests } from '../modules/operators/operators';
import { acts } from './actions';
import { serve, toLogLine, toRequest } from './desk';
import { narrowRequests } from './lists';

/** What answers about requests of operators and their log. */
export const REQUESTS = [
  serve(requestEndpoints.list, async ({ filters, after }, context) => {
    const narrowed = narrowRequests(filters, context.actor.operatorId);
    const rows = await listOpenRequests(context.db.read, { ...narrowed, now: context.clock.now(), after, limit: REQUESTS_PAGE + 1 });
    const shown = rows.slice(0, REQUESTS_PAGE);
    return { items: shown.map((row) => toRequest(row, context)), next: rows.length > REQUESTS_PAGE ? (shown.at(-1)?.id ?? null) : null };
  }),
  serve(requestEndpoints.approve, async ({ id, reason }, { db, actor, clock }) => ({
    outcome: await db.transaction((tx) => acts.approveRequest(tx, { actor, requestId: id, reason, at: clock.now() })),
  })),
  serve(requestEndpoints.refuse, async ({ id, reason }, { db, actor, clock }) => {
    await db.transaction((tx) => acts.refuseRequest(tx, { actor, requestId: id, reason, at: clock.now() }));
    return {};
  }),
  serve(requestEndpoints.log, async ({ before, operator, act }, { db }) => ({
    items: (await listLog(db.read, before, { operator, act })).map(toLogLine),
  })),
];
