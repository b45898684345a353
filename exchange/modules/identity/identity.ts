import type { Tx } from '../../platform/db';
import { BY_OPERATOR } from './identity.decisions';
import { findNewest } from './identity.repository';

export {
  approveIdentityAction,
  describeSubmission,
  listIdentityQueue,
  readIdentityAction,
  rejectIdentityAction,
  rejectLateIdentityAction,
} from './identity.actions';
export { resealNumbers } from './identity.sealed';

/** Who somebody is, as far as anybody has looked: 0 none, 1 in review, 2 verified, 3 rejected. Country (ISO 3166-1) and names as they were sent. */
export type Identity = { state: 0 | 1 | 2 | 3; country: string | null; firstName: string | null; lastName: string | null };

const STATES = { review: 1, approved: 2, rejected: 3 } as const;

/** Returns who a user is, as of this transaction. */
export async function readIdentity(tx: Tx, userId: string): Promise<Identity> {
  const row = await findNewest(tx, userId);
  if (row === null) return { state: 0, country: null, firstName: null, lastName: null };
  return { state: STATES[row.state], country: row.country, firstName: row.firstName, lastName: row.lastName };
}

/** Returns the country of somebody who is verified, else null. */
export async function readVerifiedCountry(tx: Tx, userId: string): Promise<string | null> {
  const { state, country } = await readIdentity(tx, userId);
  return state === 2 ? country : null;
}

/** Returns the name of somebody who is verified, as it was sent; else null. */
export async function readVerifiedName(tx: Tx, userId: string): Promise<{ firstName: string; lastName: string } | null> {
  const { state, firstName, lastName } = await readIdentity(tx, userId);
  return state === 2 && firstName !== null && lastName !== null ? { firstName, lastName } : null;
}

/** Returns the name of the operator who verified somebody; null: nobody is verified, or no operator did it. */
export async function findVerifier(tx: Tx, userId: string): Promise<string | null> {
  const row = await findNewest(tx, userId);
  return row?.state === 'approved' && row.decidedBy?.startsWith(BY_OPERATOR) === true ? row.decidedBy.slice(BY_OPERATOR.length) : null;
}
