import type { LiabilityTree, OwnLiabilities } from '@/lib/dto/liabilities';
import { findInclusionFault } from '../../lib/rules/liabilities';

/** A coin that the member owned then; `isCounted` false: the way from its leaf doesn't lead to the published root. */
export type CheckedLeaf = { asset: string; amount: string; isCounted: boolean };

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Recomputes the way from each of a member's leaves to the root that the page shows. Leaves under the number of another member count for nothing. */
export function checkLiabilities(tree: LiabilityTree, { owner, leaves }: OwnLiabilities, userId: string): Promise<CheckedLeaf[]> {
  return Promise.all(
    leaves.map(async ({ asset, amount, nonce, path }) => {
      const root = tree.roots.find((one) => one.asset === asset);
      const leaf = { snapshot: tree.id, asset, owner, amount, nonce };
      const isOwn = owner === `member:${userId}` && root !== undefined;
      return { asset, amount, isCounted: isOwn && (await findInclusionFault({ leaf, path, root }, hashText)) === null };
    }),
  );
}
