/** Fields for lists of what is over. */
export const LIST_EXAMPLES = {
  'x.fills': { fields: { market: 'BTC-USDT' } },
  'x.perpetualFills': { fields: { market: 'BTC-USDT' } },
  'x.acts': { fields: { type: 'trade', market: 'BTC-USDT' } },
  'x.records': { fields: { type: 'trade', market: 'BTC-USDT' } },
  'x.spotOrders': { fields: { market: 'BTC-USDT', kind: 'limit' } },
  'x.perpetualOrders': { fields: { kind: 'stop_loss' } },
  'x.closedPositions': { fields: { kind: 'user' } },
  'x.fundingPaymentList': { fields: { market: 'BTC-USDT' } },
  'x.liquidationList': { fields: { market: 'BTC-USDT' } },
  'x.optionList': { fields: { market: 'BTC-USDT', kind: 'won' } },
  'spot.history': { fields: { type: 'spot', state: 'all' } },
};
