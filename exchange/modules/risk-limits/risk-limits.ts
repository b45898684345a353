/** The face of risk limits: consent, test, break and limits of leveraged and binary products, and what it needs to know of a product. */
export type { RiskLimits, Standing } from './risk-limits.service';
export { endOrdersOfFrozen, holdPurchasesOf, listOrderEnds, type OrderEnd, readOrderEnds } from './risk-limits.order-ends.repository';
export { sumKeptUsage } from './risk-limits.usage.repository';
export type { Owner, ProductRisk, Starts, Usage } from './risk-limits.risk';
