import type { ActionName } from '../modules/operators/operators';
import { acts } from './actions';
import type { ListContext } from './desk';

/** Writes into the log that an operator looks at something of a person, before anything is shown. @throws ActionRefused */
export async function logAccess(
  seat: Pick<ListContext, 'db' | 'actor' | 'clock'>,
  look: { act: ActionName; reason: string; input: unknown },
): Promise<void> {
  const { db, actor, clock } = seat;
  await db.transaction((tx) => acts.performAction(tx, { ...look, actor, at: clock.now() }));
}

/** Writes into the log that the page of one case is opened, before anything of it is read: its timeline says so. @throws ActionRefused */
export const logCaseAccess = (
  seat: Pick<ListContext, 'db' | 'actor' | 'clock'>,
  { queue, id }: { queue: string; id: string },
): Promise<void> => logAccess(seat, { act: 'cases.read', reason: 'opened', input: { queue, id, isPage: true } });
