import { z } from 'zod';
import * as calls from '../../../lib/protocol/liabilities';
import { RESERVES_MAX } from '../../../lib/protocol/status';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { defineJob } from '../../platform/job-kinds';
import { getAssetScale } from '../ledger/ledger';
import { auditLiabilities } from './liabilities.audit';
import { beginTrees, createTreeJob, type TreesBuilt } from './liabilities.job';
import { isKept, listOwnLeaves, listPublished } from './liabilities.reading';
import { leavesRetention, rootsRetention } from './liabilities.retention';
import { readPath } from './liabilities.tree';

const HOUR_MS = 3_600_000;
/** Trees are begun with each proof of custody; where that can't be done, a day after the last ones. */
const DAY_MS = 24 * HOUR_MS;
/** A sandbox has new trees after five of its days of a minute: nobody tries it for a day. */
const SANDBOX_DAY_MS = 60_000;
const SANDBOX_DAYS = 5;

/** Wires the proof of what members own: trees of hashes and sums, published roots, and the own leaves with their ways to them. */
export function createLiabilitiesModule(platform: Platform, { onBuilt }: { onBuilt: TreesBuilt }) {
  const { db, clock, env } = platform;
  const sandboxDayMs = env.sandboxDayMs ?? SANDBOX_DAY_MS;
  const leastMs = env.sandbox ? sandboxDayMs * SANDBOX_DAYS : DAY_MS;
  const due = defineJob({
    name: 'liabilities due',
    payload: z.object({}),
    cursor: z.null(),
    period: { everyMs: env.sandbox ? sandboxDayMs : HOUR_MS, missed: 'last' },
    async run(tx) {
      await beginTrees(tx, { at: clock.now(), leastMs });
      return null;
    },
  });
  return {
    name: 'liabilities',
    jobs: [due, createTreeJob(platform, onBuilt)],
    retention: [leavesRetention, rootsRetention],
    audits: [{ subject: 'liabilities', run: auditLiabilities }],
    calls: [
      handle(calls.liabilities, async () => {
        const trees = await listPublished(db.read, { limit: calls.TREES_MAX });
        return {
          trees: trees.map(({ id, at, roots }) => ({
            ...{ id, time: at },
            roots: roots.map(({ asset, sum, ...root }) => ({ coin: asset, sum: fromUnits(sum, getAssetScale(asset)), ...root })),
          })),
        };
      }),
      handle(calls.ownLiabilities, async ({ tree: id }, context) => {
        const { userId } = sessionOf(context);
        const owner = `member:${userId}`;
        if (!(await isKept(db.read, id))) return { kept: false, owner, leaves: [] };
        const own = await listOwnLeaves(db.read, { id, userId, limit: RESERVES_MAX });
        const leaves = [];
        // One after the other: a member takes one connection.
        for (const { asset, hash, nonce, units } of own) {
          const path = await readPath(db.read, { id, asset, hash });
          leaves.push({ coin: asset, num: fromUnits(units, getAssetScale(asset)), nonce, path });
        }
        return { kept: true, owner, leaves };
      }),
    ],
  } satisfies ExchangeModule;
}
