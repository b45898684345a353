import 'server-only';
import * as api from '../../api/liabilities';
import * as dto from '../../dto/liabilities';
import { nothing } from '../../dto/shared';
import * as calls from '../../protocol/liabilities';
import { serveCall } from '../operation';
import { toIso } from '../upstream';

export const liabilities = serveCall(api.liabilities, {
  input: nothing,
  output: dto.liabilitiesSchema,
  summary: 'Roots of the newest trees of hashes and sums over what members own on the real account, one for each coin',
  call: calls.liabilities,
  fields: () => ({}),
  reshape: ({ trees }) => ({
    trees: trees.map(({ id, time, roots }) => ({
      id,
      at: toIso(time),
      roots: roots.map(({ coin, ...root }) => ({ asset: coin, ...root })),
    })),
  }),
});

export const ownLiabilities = serveCall(api.ownLiabilities, {
  input: dto.ownLiabilitiesInputSchema,
  output: dto.ownLiabilitiesSchema,
  summary: "The member's own leaves of one of these trees, each with its way to the root",
  // Some statements for each coin.
  rate: 'past',
  call: calls.ownLiabilities,
  fields: ({ tree }) => ({ tree }),
  reshape: ({ kept, owner, leaves }) => ({
    isKept: kept,
    owner,
    leaves: leaves.map(({ coin, num, ...leaf }) => ({ asset: coin, amount: num, ...leaf })),
  }),
});
