/** One valid request for each call of invitations, VIP and pre-sales. */
export const PEOPLE_EXAMPLES = {
  'account.invitation': {},
  'x.inviter': {},
  'x.vip': {},
  'x.presale': {},
  'x.presaleBuy': { fields: { id: '999', num: '10', request_id: 'presale-example-0001' }, refusal: 'REAL_ACCOUNT_ONLY' },
  'x.presalePurchases': {},
} as const;
