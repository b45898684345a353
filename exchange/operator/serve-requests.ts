import { requestEndpoints } from '../../lib/operator/requests';
import { listLog, listOpenRequests } from '../modules/operators/operators';
import { acts } from './acts';
import { serve, toLogLine, toRequest } from './desk';

/** What answers about requests of operators and their log. */
export const REQUESTS = [
  serve(requestEndpoints.list, async (_input, seat) => {
    const rows = await listOpenRequests(seat.db.read, seat.clock.now());
    return { items: rows.map((row) => toRequest(row, seat)) };
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
