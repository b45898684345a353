import type { ActionName } from '../modules/operators/operators';
import { acts } from './actions';
import type { ListContext } from './desk';

/** Writes the access-log entry of an operator who reads personal data, before anything is shown. @throws ActionRefused */
export async function logAccess(
  context: Pick<ListContext, 'db' | 'actor' | 'clock'>,
  look: { act: ActionName; reason: string; input: unknown },
): Promise<void> {
  const { db, actor, clock } = context;
  await db.transaction((tx) => acts.performAction(tx, { ...look, actor, at: clock.now() }));
}

/** Writes the access-log entry of an opened page of a user, which says what was asked for and done about them. Whoever may see it need not see cases. @throws ActionRefused */
export const logUserAccess = (context: Pick<ListContext, 'db' | 'actor' | 'clock'>, user: string): Promise<void> =>
  logAccess(context, {
    act: 'lists.read',
    reason: 'opened',
    input: { list: pageOfUser(user), filter: 'all', user, after: null, isPage: true },
  });

/** What the log calls the page of a user. */
export const pageOfUser = (user: string): string => `user ${user}`;

/** Writes the access-log entry of an opened case, before anything of it is read; its timeline shows it. @throws ActionRefused */
export const logCaseAccess = (
  context: Pick<ListContext, 'db' | 'actor' | 'clock'>,
  { queue, id }: { queue: string; id: string },
): Promise<void> => logAccess(context, { act: 'cases.read', reason: 'opened', input: { queue, id, isPage: true } });
