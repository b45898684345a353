import type { ActName } from '../modules/operators/operators';
import { acts } from './acts';
import type { ListSeat } from './desk';

/** Writes into the log that an operator looks at something of a person, before anything is shown. @throws ActRefused */
export async function performLook(
  seat: Pick<ListSeat, 'db' | 'actor' | 'clock'>,
  look: { act: ActName; reason: string; input: unknown },
): Promise<void> {
  const { db, actor, clock } = seat;
  await db.transaction((tx) => acts.performAct(tx, { ...look, actor, at: clock.now() }));
}

/** Writes into the log that the page of a user is opened, which says what was asked for and done about them. Whoever may see it need not see cases. @throws ActRefused */
export const performUserLook = (seat: Pick<ListSeat, 'db' | 'actor' | 'clock'>, user: string): Promise<void> =>
  performLook(seat, {
    act: 'lists.read',
    reason: 'opened',
    input: { list: pageOfUser(user), filter: 'all', user, after: null, isPage: true },
  });

/** What the log calls the page of a user. */
export const pageOfUser = (user: string): string => `user ${user}`;

/** Writes into the log that the page of one case is opened, before anything of it is read: its timeline says so. @throws ActRefused */
export const performCaseLook = (
  seat: Pick<ListSeat, 'db' | 'actor' | 'clock'>,
  { queue, id }: { queue: string; id: string },
): Promise<void> => performLook(seat, { act: 'cases.read', reason: 'opened', input: { queue, id, isPage: true } });
