import { MODES, type Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { getAssetScale, hasJournal, type Journal, outsideAddress, postJournals } from '../ledger/ledger';
import { POOL_NAMES, POOLS, poolAddress } from './pools.list';

/** Grants test money to the pools, once for each pool, mode and asset. */
export async function grantPools(tx: Tx, { isSandbox, at }: { isSandbox: boolean; at: number }): Promise<void> {
  const modes: readonly Mode[] = isSandbox ? MODES : ['demo'];
  const journals: Journal[] = [];
  for (const mode of modes) {
    for (const pool of POOL_NAMES) {
      for (const [asset, whole] of Object.entries(POOLS[pool].assets)) {
        const funding = { code: 'HOUSE_FUNDING', reference: `grant:${mode}:${pool}-pool:${asset}` };
        if (await hasJournal(tx, funding)) continue;
        const amount = whole * 10n ** BigInt(getAssetScale(asset));
        const postings = [
          { address: outsideAddress({ mode, name: 'issuance', asset }), amount: -amount },
          { address: poolAddress({ pool, mode, asset }), amount },
        ];
        journals.push({ ...funding, at, postings });
      }
    }
  }
  await postJournals(tx, journals);
}
