import { z } from 'zod';
import type { Database, Tx } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { ActionRefused, defineAction } from '../operators/operators';
import { findRow, isOfCase, lockOtherKeys, putSealed } from './files.repository';
import { aboutFile } from './files.service';

/** Pictures that one transaction seals anew: some MB. */
const CHUNK = 20;

/** A look at somebody's picture: the log says who looked, when and why. What is in it is shown by `showPicture` afterwards. */
export const readPictureAction = defineAction({
  name: 'files.read',
  schema: z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/, 'the id of a picture') }),
  describe: ({ id }) => [`picture ${id} is shown`],
  async run(tx, { input, at }) {
    const row = await findRow(tx, { id: input.id, userId: null, now: at });
    if (row === null) throw new ActionRefused('INPUT_INVALID', `There is no picture ${input.id}.`);
    if (!(await isOfCase(tx, row.id))) throw new ActionRefused('NOT_ALLOWED', `Picture ${row.id} was sent to no case: nobody looks at it.`);
    return `picture ${row.id} of user ${row.userId} was shown`;
  },
});

/** Returns a picture as JPEG, to an operator whose look is in the log. */
export async function showPicture(tx: Tx, { id, sealing, now }: { id: string; sealing: Sealing; now: number }): Promise<Buffer> {
  const row = await findRow(tx, { id, userId: null, now });
  if (row === null) throw new ActionRefused('INPUT_INVALID', `There is no picture ${id}.`);
  return sealing.open(row, aboutFile(row));
}

/** Seals anew what is sealed under other keys, chunk by chunk; what was done stays done. Returns how many pictures. */
export async function resealFiles(db: Database, sealing: Sealing): Promise<number> {
  for (let count = 0; ; ) {
    const piece = await db.transaction(async (tx) => {
      const rows = await lockOtherKeys(tx, { keyId: sealing.currentKeyId, limit: CHUNK });
      for (const row of rows) {
        const about = aboutFile(row);
        await putSealed(tx, { id: row.id, ...sealing.seal(sealing.open(row, about), about) });
      }
      return rows.length;
    });
    count += piece;
    if (piece < CHUNK) return count;
  }
}
