/** One valid request for each call of hosting that is its own; the others are staking's with `type` 0. */
export const HOSTING_EXAMPLES = {
  'hosting.records': {},
  'x.hostingBook': { fields: { plan: '1' } },
  'x.hostingOrders': { fields: { plan: '1' } },
  'x.hostingDays': { fields: { plan: '1' } },
  'x.hostingEntries': { fields: { plan: '1' } },
};
