import { z } from 'zod';
import { FAVOURITES_MAX } from '../protocol/wire';
import { marketField } from './shared';

/** The oldest first. */
export const favouritesSchema = z.object({ markets: z.array(marketField) });
export const favouritesChangeInputSchema = z.strictObject({
  markets: z.array(marketField).min(1).max(FAVOURITES_MAX),
  isOn: z.boolean(),
});
export const favouritesChangedSchema = z.object({ done: z.literal(true) });

/** What a newcomer has done already. */
export const firstStepsSchema = z.object({ hasTraded: z.boolean(), hasFavourite: z.boolean(), isProtected: z.boolean() });
export type FirstSteps = z.infer<typeof firstStepsSchema>;
