import { helpEndpoints } from '../../lib/operator/help';
import { readHelpEntry } from '../modules/help/help';
import { ActionRefused } from '../modules/operators/operators';
import { serve } from './desk';

/** What answers about the texts of help. */
export const HELP = [
  serve(helpEndpoints.show, async ({ entry }, { db }) => {
    const found = await readHelpEntry(db.read, entry);
    if (found === null) throw new ActionRefused('NOT_FOUND', `There is no entry ${entry}.`);
    return { texts: found.texts, version: found.versions[0]?.version ?? 0, isChanged: found.changed.length > 0 };
  }),
];
