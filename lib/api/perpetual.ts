import type { marketQuerySchema } from '../dto/market';
import type {
  amendedPerpetualSchema,
  changeLeverageInputSchema,
  changeMarginInputSchema,
  changeTriggersInputSchema,
  closedPositionsQuerySchema,
  closedPositionsSchema,
  closePositionInputSchema,
  fundingPaymentsSchema,
  fundingRatesQuerySchema,
  fundingRatesSchema,
  liquidationsSchema,
  marksSchema,
  perpetualOpenSchema,
  perpetualOrderAnswerSchema,
  perpetualOrderDetailSchema,
  perpetualOrdersSchema,
  perpetualPagesQuerySchema,
  perpetualTermsSchema,
  placedPerpetualSchema,
  placePerpetualInputSchema,
  positionAnswerSchema,
  positionsSchema,
} from '../dto/perpetual';
import type { idSchema, nothing } from '../dto/shared';
import type { amendOrderInputSchema, cancelOrderInputSchema, ordersQuerySchema } from '../dto/spot';
import { type MemberRead, type MemberWrite, type PublicRead, TRADING, type VisitorRead } from './define';

/** Perpetual contracts. */
export const perpetualTerms: PublicRead<typeof marketQuerySchema, typeof perpetualTermsSchema> = {
  id: 'perpetualTerms',
  method: 'GET',
  access: 'public',
  path: '/api/perpetual/terms',
  fresh: 'terms',
};
export const marks: VisitorRead<typeof nothing, typeof marksSchema> = {
  id: 'marks',
  method: 'GET',
  access: 'visitor',
  path: '/api/perpetual/marks',
  fresh: 'live',
};
export const fundingRates: VisitorRead<typeof fundingRatesQuerySchema, typeof fundingRatesSchema> = {
  id: 'fundingRates',
  method: 'GET',
  access: 'visitor',
  path: '/api/perpetual/funding-rates',
  topic: 'orders',
  fresh: 'own',
};
export const perpetualOpen: MemberRead<typeof marketQuerySchema, typeof perpetualOpenSchema> = {
  id: 'perpetualOpen',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/open',
  topic: 'orders',
  fresh: 'own',
};
export const perpetualOrders: MemberRead<typeof ordersQuerySchema, typeof perpetualOrdersSchema> = {
  id: 'perpetualOrders',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/orders',
  topic: 'orders',
  fresh: 'own',
};
export const perpetualOrder: MemberRead<typeof idSchema, typeof perpetualOrderDetailSchema> = {
  id: 'perpetualOrder',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/orders/{id}',
  topic: 'orders',
  fresh: 'own',
};
export const positions: MemberRead<typeof nothing, typeof positionsSchema> = {
  id: 'positions',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/positions',
  topic: 'orders',
  fresh: 'own',
};
export const closedPositions: MemberRead<typeof closedPositionsQuerySchema, typeof closedPositionsSchema> = {
  id: 'closedPositions',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/closed-positions',
  topic: 'orders',
  fresh: 'own',
};
export const fundingPayments: MemberRead<typeof perpetualPagesQuerySchema, typeof fundingPaymentsSchema> = {
  id: 'fundingPayments',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/funding-payments',
  topic: 'orders',
  fresh: 'own',
};
export const liquidations: MemberRead<typeof perpetualPagesQuerySchema, typeof liquidationsSchema> = {
  id: 'liquidations',
  method: 'GET',
  access: 'member',
  path: '/api/perpetual/liquidations',
  topic: 'orders',
  fresh: 'own',
};
export const placePerpetual: MemberWrite<typeof placePerpetualInputSchema, typeof placedPerpetualSchema> = {
  id: 'placePerpetual',
  method: 'POST',
  access: 'member',
  path: '/api/perpetual/orders',
  numbered: 'perpetual.place',
  makesStale: TRADING,
};
export const cancelPerpetual: MemberWrite<typeof cancelOrderInputSchema, typeof perpetualOrderAnswerSchema> = {
  id: 'cancelPerpetual',
  method: 'POST',
  access: 'member',
  path: '/api/perpetual/cancellations',
  numbered: 'perpetual.cancel',
  makesStale: TRADING,
};
export const amendPerpetual: MemberWrite<typeof amendOrderInputSchema, typeof amendedPerpetualSchema> = {
  id: 'amendPerpetual',
  method: 'POST',
  access: 'member',
  path: '/api/perpetual/amendments',
  numbered: 'perpetual.amend',
  makesStale: TRADING,
};
export const closePosition: MemberWrite<typeof closePositionInputSchema, typeof perpetualOrderAnswerSchema> = {
  id: 'closePosition',
  method: 'POST',
  access: 'member',
  path: '/api/perpetual/closings',
  numbered: 'perpetual.close',
  makesStale: TRADING,
};
export const positionMargin: MemberWrite<typeof changeMarginInputSchema, typeof positionAnswerSchema> = {
  id: 'positionMargin',
  method: 'POST',
  access: 'member',
  path: '/api/perpetual/margin',
  numbered: 'perpetual.margin',
  makesStale: TRADING,
};
export const positionLeverage: MemberWrite<typeof changeLeverageInputSchema, typeof positionAnswerSchema> = {
  id: 'positionLeverage',
  method: 'POST',
  access: 'member',
  path: '/api/perpetual/leverage',
  numbered: 'perpetual.leverage',
  makesStale: TRADING,
};
export const positionTriggers: MemberWrite<typeof changeTriggersInputSchema, typeof positionAnswerSchema> = {
  id: 'positionTriggers',
  method: 'POST',
  access: 'member',
  path: '/api/perpetual/triggers',
  numbered: 'perpetual.triggers',
  makesStale: TRADING,
};
