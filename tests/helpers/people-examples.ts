/** One valid request for each call of invitations. */
export const PEOPLE_EXAMPLES = {
  'account.invitation': {},
  'x.inviter': {},
} as const;
