/** Writes that carry a request number, by the name of their endpoint, with the name under which the exchange keeps it. */
export const NUMBERED_WRITES = {
  placeOrder: 'spot.place',
  cancelOrder: 'spot.cancel',
  cancelAll: 'x.cancelAll',
  placePerpetual: 'perpetual.place',
  cancelPerpetual: 'perpetual.cancel',
  closePosition: 'perpetual.close',
  positionMargin: 'perpetual.margin',
  positionLeverage: 'perpetual.leverage',
  positionTriggers: 'perpetual.triggers',
  buyContract: 'option.place',
  riskLimitsConsent: 'x.riskLimitsConsent',
  riskLimitsTest: 'x.riskLimitsTest',
  riskLimitsPause: 'x.riskLimitsPause',
  riskLimitsChange: 'x.riskLimitsChange',
  faucet: 'x.faucet',
  demoTopUp: 'x.demoTopUp',
} as const;
export type NumberedWrite = keyof typeof NUMBERED_WRITES;
