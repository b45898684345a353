import type { z } from 'zod';
import type { endpoints } from '../bff/endpoints';
import { NUMBERED_WRITES, type NumberedWrite } from '../dto/numbered-writes';
import { queryKeys } from './keys';

type Endpoints = typeof endpoints;
type Row = { path: string; stale: readonly (readonly unknown[])[] };

const TRADING = [queryKeys.ordersAll(), queryKeys.balances(), queryKeys.recordsAll()];
const CREDIT = [queryKeys.balances(), queryKeys.home(), queryKeys.recordsAll()];
/** Breaks and limits hold for both products. */
const RISK_LIMITS_KEYS = [queryKeys.riskLimits('option'), queryKeys.riskLimits('perpetual')];

/** Every write that a member makes: its address and what is read again once it was done or may have been. */
export const WRITES = {
  placeOrder: { path: '/api/spot/orders', stale: TRADING },
  cancelOrder: { path: '/api/spot/cancellations', stale: TRADING },
  cancelAll: { path: '/api/orders/cancellations', stale: TRADING },
  placePerpetual: { path: '/api/perpetual/orders', stale: TRADING },
  cancelPerpetual: { path: '/api/perpetual/cancellations', stale: TRADING },
  closePosition: { path: '/api/perpetual/closings', stale: TRADING },
  positionMargin: { path: '/api/perpetual/margin', stale: TRADING },
  positionLeverage: { path: '/api/perpetual/leverage', stale: TRADING },
  positionTriggers: { path: '/api/perpetual/triggers', stale: TRADING },
  buyContract: { path: '/api/options/contracts', stale: TRADING },
  riskLimitsConsent: { path: '/api/risk-limits/consent', stale: RISK_LIMITS_KEYS },
  riskLimitsTest: { path: '/api/risk-limits/test', stale: RISK_LIMITS_KEYS },
  riskLimitsPause: { path: '/api/risk-limits/pause', stale: RISK_LIMITS_KEYS },
  riskLimitsChange: { path: '/api/risk-limits/limits', stale: RISK_LIMITS_KEYS },
  faucet: { path: '/api/faucet', stale: CREDIT },
  demoTopUp: { path: '/api/demo-top-up', stale: CREDIT },
  requestBar: { path: '/api/requests/bar', stale: [] },
  switchMode: { path: '/api/session/mode', stale: [] },
  signOut: { path: '/api/session/sign-out', stale: [] },
} as const satisfies { [Id in keyof Endpoints]?: Row };

export type WriteId = keyof typeof WRITES;
/** What a form gives; the request number is added at the tap. */
export type WriteInput<Id extends WriteId> = Omit<z.input<Endpoints[Id]['input']>, 'requestId'>;
export type WriteAnswer<Id extends WriteId> = z.output<Endpoints[Id]['output']>;

/** Whether a write carries a request number, by which it counts once and can be looked up. */
export function isNumbered(id: WriteId): id is WriteId & NumberedWrite {
  return id in NUMBERED_WRITES;
}
