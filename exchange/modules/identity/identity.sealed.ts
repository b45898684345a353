import { foldDocumentNumber, REVIEW_MS } from '../../../lib/rules/identity';
import type { Database } from '../../platform/db';
import type { Sealing } from '../../platform/sealing';
import { lockOtherKeys, putNumber, type Submission } from './identity.repository';

const CHUNK = 100;

/** What the seal of a document's number is bound to. */
export const aboutNumber = ({ id, userId }: Pick<Submission, 'id' | 'userId'>): string => `document number ${id} ${userId}`;

type Numbered = { country: string; document: string; number: string };
/** What was hashed of a document before numbers were folded: rows of then have it until the keys are changed. */
export const numberTextAsWritten = ({ country, document, number }: Numbered): string => `document ${country} ${document} ${number}`;

/** What is hashed to find the same document again. */
export const numberText = (input: Numbered): string => numberTextAsWritten({ ...input, number: foldDocumentNumber(input.number) });

/** Until when a review is promised. */
export const identityReviewDue = (submittedAt: number): number => submittedAt + REVIEW_MS;

/** Seals and hashes anew the numbers that are sealed under other keys, chunk by chunk. Returns how many. */
export async function resealNumbers(db: Database, sealing: Sealing): Promise<number> {
  for (let count = 0; ; ) {
    const piece = await db.transaction(async (tx) => {
      const rows = await lockOtherKeys(tx, { keyId: sealing.currentKeyId, limit: CHUNK });
      for (const row of rows) {
        if (row.number === null) continue;
        const about = aboutNumber(row);
        const number = sealing.open(row.number, about);
        const hash = sealing.hash(numberText({ ...row, number: number.toString('utf8') }));
        await putNumber(tx, { id: row.id, ...sealing.seal(number, about), hash });
      }
      return rows.length;
    });
    count += piece;
    if (piece < CHUNK) return count;
  }
}
