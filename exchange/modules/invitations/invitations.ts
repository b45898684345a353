import { type InvitationTerms, readInvitationDayMax } from '../../../lib/rules/invitations';
import type { ReadDayMax } from '../rewards/rewards';

/** The face of invitations: what the house pays for them in a day at most, by the terms in force then. */
export function createDayMaxReader(termsAt: (at: number) => InvitationTerms): ReadDayMax {
  return (code, at) => (code === 'INVITATION_REWARD' ? readInvitationDayMax(termsAt(at)) : null);
}
