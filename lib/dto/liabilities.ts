import { z } from 'zod';
import { PATH_MAX } from '../rules/liabilities';
import { hashField, nonceField, ownerField, SIDES, TREES_MAX } from '../protocol/liabilities';
import { RESERVES_MAX } from '../protocol/status';
import { coinField, decimalField, idField, isoField } from './shared';

/** Trees over what members own on the real account, newest first, each with a root for each coin. */
export const liabilitiesSchema = z.object({
  trees: z
    .array(
      z.object({
        id: idField,
        at: isoField,
        roots: z
          .array(z.object({ asset: coinField, hash: hashField, sum: decimalField, leaves: z.number().int().min(1) }))
          .max(RESERVES_MAX),
      }),
    )
    .max(TREES_MAX),
});
export type LiabilityTree = z.infer<typeof liabilitiesSchema>['trees'][number];

export const ownLiabilitiesInputSchema = z.strictObject({ tree: idField });

/** The own leaves of one tree with their ways to the roots, lowest neighbour first; `isKept` false: they are kept of the newest trees alone. */
export const ownLiabilitiesSchema = z.object({
  isKept: z.boolean(),
  owner: ownerField,
  leaves: z
    .array(
      z.object({
        asset: coinField,
        amount: decimalField,
        nonce: nonceField,
        path: z.array(z.object({ side: z.enum(SIDES), hash: hashField, sum: decimalField })).max(PATH_MAX),
      }),
    )
    .max(RESERVES_MAX),
});
export type OwnLiabilities = z.infer<typeof ownLiabilitiesSchema>;
