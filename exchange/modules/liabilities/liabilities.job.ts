import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { formatLeafText } from '../../../lib/rules/liabilities';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { defineJob } from '../../platform/job-kinds';
import { scheduleJob } from '../../platform/jobs.repository';
import { getAssetScale } from '../ledger/ledger';
import * as stored from './liabilities.repository';
import { firstPlace, foldPages, hashText } from './liabilities.tree';

/** Members of one chunk; each has some dozens of accounts at most. */
export const CHUNK_MEMBERS = 50;
/** How often it is looked whether the transactions have ended that were under way when a tree began, and how long. */
const WAIT_MS = 2_000;
const WAITS_MAX = 300;

const NAME = 'liabilities tree';
const payloadSchema = z.object({ snapshot: z.string(), turn: z.number().int() });
const TREE_JOB = { name: NAME, payload: payloadSchema };

const cursorSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('settle') }),
  z.object({ step: z.literal('leaves'), after: z.string() }),
  z.object({
    step: z.literal('fold'),
    asset: z.string(),
    tier: z.number().int(),
    page: z.number().int(),
    after: z.string().nullable(),
    leaves: z.number().int(),
  }),
  z.object({ step: z.literal('end') }),
]);
type Cursor = z.infer<typeof cursorSchema>;

/** What built trees come to. `sums`: of each asset what members owned at `at` (ms), base units. */
export type TreesBuilt = (tx: Tx, built: { at: number; sums: ReadonlyMap<string, bigint> }) => Promise<void>;

/**
 * Begins trees of what is posted by now, unless some are built or began less than `leastMs` ago; `at` in ms. Returns whether it did. What began and was not
 * built within six hours is given up.
 */
export async function beginTrees(tx: Tx, { at, leastMs }: { at: number; leastMs: number }): Promise<boolean> {
  await stored.failOld(tx, at - 6 * 3_600_000);
  const snapshot = await stored.insertSnapshot(tx, { at, leastMs });
  if (snapshot === null) return false;
  await scheduleJob(tx, TREE_JOB, { key: `${snapshot}:0`, dueAt: at, payload: { snapshot, turn: 0 } });
  return true;
}

/** Returns the job that builds the trees of one moment, one for each asset: leaves from the ledger as of that moment, then level by level, then the proof of the sums. */
export function createTreeJob({ clock, metrics }: Pick<Platform, 'clock' | 'metrics'>, onBuilt: TreesBuilt) {
  async function settle(tx: Tx, { snapshot, turn }: z.infer<typeof payloadSchema>): Promise<Cursor | null> {
    if (await stored.isSettled(tx, snapshot)) return { step: 'leaves', after: '0' };
    if (turn >= WAITS_MAX) return fail(tx, snapshot, ['a transaction has been open for too long']);
    const next = { snapshot, turn: turn + 1 };
    await scheduleJob(tx, TREE_JOB, { key: `${snapshot}:${next.turn}`, dueAt: clock.now() + WAIT_MS, payload: next });
    return null;
  }

  async function collect(tx: Tx, { id, journal }: stored.Building, after: string): Promise<Cursor | null> {
    const { owned, last } = await stored.listOwned(tx, { journal, after, limit: CHUNK_MEMBERS });
    const wrong = owned.filter(({ units, ledger }) => units !== ledger);
    if (wrong.length > 0) return fail(tx, id, [...new Set(wrong.map(({ asset }) => asset))]);
    const sums = new Map<string, bigint>();
    for (const { asset, ledger } of owned) sums.set(asset, (sums.get(asset) ?? 0n) + ledger);
    await stored.addLedgerSums(tx, id, sums);
    const leaves = owned.map((leaf) => {
      const nonce = randomBytes(16).toString('hex');
      const owner = leaf.book === null ? `member:${leaf.userId}` : `book:${leaf.book}`;
      const amount = fromUnits(leaf.units, getAssetScale(leaf.asset));
      return { ...leaf, nonce, hash: hashText(formatLeafText({ snapshot: id, asset: leaf.asset, owner, amount, nonce })) };
    });
    await stored.insertLeaves(tx, id, leaves);
    return last === null ? nextAsset(tx, id, '') : { step: 'leaves', after: last };
  }

  async function nextAsset(tx: Tx, id: string, after: string): Promise<Cursor> {
    const asset = await stored.findNextAsset(tx, { id, after });
    return asset === null ? { step: 'end' } : { step: 'fold', ...firstPlace(asset) };
  }

  async function fail(tx: Tx, id: string, faults: readonly string[]): Promise<null> {
    await stored.endSnapshot(tx, { id, state: 'failed', at: clock.now() });
    metrics.alarm('liabilities_not_proved', { snapshot: id, faults }, 'the trees of what members own are not what the ledger says');
    return null;
  }

  async function end(tx: Tx, { id, at }: stored.Building): Promise<null> {
    const wrong = await stored.findWrongRoots(tx, id);
    if (wrong.length > 0) return fail(tx, id, wrong);
    await stored.endSnapshot(tx, { id, state: 'done', at: clock.now() });
    await onBuilt(tx, { at, sums: await stored.readSums(tx, id) });
    return null;
  }

  return defineJob({
    ...TREE_JOB,
    cursor: cursorSchema,
    async run(tx, { payload, cursor }): Promise<Cursor | null> {
      const building = await stored.findBuilding(tx, payload.snapshot);
      if (building === null) return null;
      if (cursor === null) {
        if (payload.turn > 0) return settle(tx, payload);
        await stored.noteHorizon(tx, building.id);
        return { step: 'settle' };
      }
      switch (cursor.step) {
        case 'settle':
          return settle(tx, payload);
        case 'leaves':
          return collect(tx, building, cursor.after);
        case 'fold': {
          const next = await foldPages(tx, building.id, cursor);
          return next === null ? nextAsset(tx, building.id, cursor.asset) : { step: 'fold', ...next };
        }
        case 'end':
          return end(tx, building);
      }
    },
  });
}
