import { REPORT_PAGE, reportEndpoints } from '../../lib/operator/reports';
import { ActionRefused } from '../modules/operators/operators';
import { serve } from './desk';
import { takeReport } from './reports';

/** Named looks of one operator. */
const VIEWS_MAX = 100;

/** What answers about reports and named looks. */
export const REPORTS = [
  serve(reportEndpoints.read, (asked, context) => takeReport(context, { ...asked, limit: REPORT_PAGE })),
  serve(reportEndpoints.views, async (_input, { db, actor }) => {
    const { rows } = await db.read.query<{ list: string; name: string; query: string }>(
      'SELECT list, name, query FROM operator_views WHERE operator_id = $1 ORDER BY list, name LIMIT $2',
      [actor.operatorId, VIEWS_MAX],
    );
    return { items: rows };
  }),
  serve(reportEndpoints.saveView, async ({ list, name, query }, { db, actor }) => {
    const { rowCount } = await db.read.query(
      `INSERT INTO operator_views (operator_id, list, name, query) SELECT $1::int8, $2::text, $3::text, $4::text
        WHERE (SELECT count(*) FROM operator_views WHERE operator_id = $1) < $5 OR EXISTS (
          SELECT 1 FROM operator_views WHERE operator_id = $1 AND list = $2 AND name = $3)
       ON CONFLICT (operator_id, list, name) DO UPDATE SET query = excluded.query`,
      [actor.operatorId, list, name, query, VIEWS_MAX],
    );
    if (rowCount === 0) throw new ActionRefused('INPUT_INVALID', `${VIEWS_MAX} looks have a name: remove one first.`);
    return {};
  }),
  serve(reportEndpoints.removeView, async ({ list, name }, { db, actor }) => {
    await db.read.query('DELETE FROM operator_views WHERE operator_id = $1 AND list = $2 AND name = $3', [actor.operatorId, list, name]);
    return {};
  }),
];
