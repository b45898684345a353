/** The guard's face: consent, test, break and limits of leveraged and binary products, and what it needs to know of a product. */
export type { Guard, Standing } from './guard.service';
export { listOrderEnds, type OrderEnd, readOrderEnds } from './guard.order-ends.repository';
export { sumKeptUsage } from './guard.usage.repository';
export type { Owner, ProductRisk, Starts, Usage } from './guard.risk';
