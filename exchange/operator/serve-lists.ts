import { isLookLogged, LIST_NAMES, LIST_PAGE, listEndpoints, type ListFilters, type ListName } from '../../lib/operator/lists';
import { type OperatorContext, serve } from './desk';
import { describeFilters } from './list-words';
import { readListPage } from './lists';
import { logAccess } from './access-log';

/** Writes into the log that a list was looked at which names members, or says what is done about them. */
async function noteLook(
  context: OperatorContext,
  list: ListName,
  { filters, after }: { filters: ListFilters; after: string | null },
): Promise<void> {
  if (!isLookLogged(list)) return;
  await logAccess(context, { act: 'lists.read', reason: 'opened', input: { list, filter: describeFilters(filters), user: null, after } });
}

/** What answers about lists. */
export const LISTED = LIST_NAMES.map((name) =>
  serve(listEndpoints[name], async (asked, context) => {
    await noteLook(context, name, asked);
    return readListPage(context, name, { ...asked, limit: LIST_PAGE });
  }),
);
