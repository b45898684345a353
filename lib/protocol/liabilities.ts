import { z } from 'zod';
import { PATH_MAX } from '../rules/liabilities';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, millisField, noFields } from './fields';
import { RESERVES_MAX } from './status';

/** Trees of one answer, newest first. */
export const TREES_MAX = 30;
export const hashField = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['0'.repeat(64)] });
export const nonceField = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ examples: ['0'.repeat(32)] });
export const ownerField = z
  .string()
  .regex(/^(member|book):[1-9][0-9]{0,17}$/)
  .meta({ examples: ['member:1'] });
export const SIDES = ['left', 'right'] as const;

export const liabilities = defineCall({
  id: 'x.liabilities',
  number: null,
  method: 'GET',
  path: '/x/liabilities',
  access: 'public',
  request: noFields,
  answer: z.object({
    trees: z
      .array(
        z.object({
          id: idField,
          time: millisField,
          roots: z
            .array(z.object({ coin: coinField, hash: hashField, sum: decimalField, leaves: z.number().int().min(1) }))
            .max(RESERVES_MAX),
        }),
      )
      .max(TREES_MAX),
  }),
  errors: [],
  source:
    'ours; the roots of the newest trees of hashes and sums over what members own on the real account, one for each coin, newest first',
});

export const ownLiabilities = defineCall({
  id: 'x.ownLiabilities',
  number: null,
  method: 'GET',
  path: '/x/liabilities/own',
  request: z.object({ tree: idField }),
  answer: z.object({
    kept: z.boolean(),
    owner: ownerField,
    leaves: z
      .array(
        z.object({
          coin: coinField,
          num: decimalField,
          nonce: nonceField,
          path: z.array(z.object({ side: z.enum(SIDES), hash: hashField, sum: decimalField })).max(PATH_MAX),
        }),
      )
      .max(RESERVES_MAX),
  }),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; the own leaves of a tree, of the real account in either mode, each with its way to the root, lowest neighbour first; `kept` false: leaves are kept of the newest three trees alone',
});
