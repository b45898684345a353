import { z } from 'zod';
import { coinField, decimalField, signedDecimalField } from './shared';

/** What is left of what was bought for USDT, at average cost in USDT, and what its sales brought above or below their cost. */
export const holdingSchema = z.object({ asset: coinField, quantity: decimalField, cost: decimalField, realised: signedDecimalField });
export type Holding = z.infer<typeof holdingSchema>;
export const holdingsSchema = z.object({ holdings: z.array(holdingSchema) });
