import type { ActName } from '../modules/operators/operators';
import { acts } from './acts';
import type { ListContext } from './desk';

/** Writes into the log that an operator looks at something of a person, before anything is shown. @throws ActRefused */
export async function logAccess(
  seat: Pick<ListContext, 'db' | 'actor' | 'clock'>,
  look: { act: ActName; reason: string; input: unknown },
): Promise<void> {
  const { db, actor, clock } = seat;
  await db.transaction((tx) => acts.performAct(tx, { ...look, actor, at: clock.now() }));
}

/** Writes into the log that the page of one case is opened, before anything of it is read: its timeline says so. @throws ActRefused */
export const logCaseAccess = (
  seat: Pick<ListContext, 'db' | 'actor' | 'clock'>,
  { queue, id }: { queue: string; id: string },
): Promise<void> => logAccess(seat, { act: 'cases.read', reason: 'opened', input: { queue, id, isPage: true } });
