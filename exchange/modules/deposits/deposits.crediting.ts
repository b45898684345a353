import type { JournalCodes } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { getAssetScale, houseAddress, type Journal, postJournals, userAddress } from '../ledger/ledger';
import { CHAIN_SCALE, chainAddress, readPause } from '../networks/networks';
import * as crediting from './deposits.crediting.repository';
import { depositCredited } from './deposits.events';
import * as repository from './deposits.repository';
import type { DepositRow } from './deposits.repository';
import { describeDeposit, type Fence, type Watched } from './deposits.watching';

export const DEPOSIT_CODES = {
  DEPOSIT: { record: 'deposit', isExternal: true },
  DEPOSIT_BY_HAND: { record: 'deposit', isExternal: true },
  DEPOSIT_DUST: { record: 'other', isExternal: true },
} as const satisfies JournalCodes;

/** Deposits of one transaction. */
const CHUNK = 500;
const NOTHING = { hasMore: false, told: [] };

/**
 * Returns what credits the deposits of a network that have their confirmations, a chunk in each transaction. Each is credited once: its row is locked and
 * leaves `seen` with the posting, and the journal's reference is the deposit.
 */
export function createCrediting({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return {
    /** Credits one chunk. Returns whose it were, and whether more is waiting; nothing while the network is paused. */
    async creditChunk({
      network,
      confirmations,
      fence,
    }: Watched & { fence: Fence }): Promise<{ hasMore: boolean; told: readonly string[] }> {
      // Mostly there is nothing: a look costs no lock and no commit.
      if (!(await crediting.hasConfirmed(db.read, { network, confirmations }))) return NOTHING;
      return db.transaction(
        async (tx) => {
          await fence(tx);
          const cursor = await repository.readCursor(tx, network, { isLocked: true });
          if (cursor === null || (await readPause(tx, network, 'crediting')) !== null) return NOTHING;
          const confirmed = await repository.takeConfirmed(tx, { network, head: cursor.block, confirmations, limit: CHUNK });
          if (confirmed.length === 0) return NOTHING;
          const at = clock.now();
          const credits = confirmed.map((row) => ({ row, ...splitAmount(row) }));
          const dust = new Map<string, bigint>();
          for (const { row, rest } of credits) dust.set(row.asset, (dust.get(row.asset) ?? 0n) + rest);
          const sums = await crediting.addDust(tx, { network, dust });
          await crediting.markCredited(tx, { credits: credits.map(({ row, units }) => ({ id: row.id, units })), at });
          await postJournals(tx, [
            ...credits.flatMap(({ row, units }) => (units === 0n ? [] : [creditJournal(row, units, at)])),
            ...sums.flatMap((sum) => dustJournal(network, sum, at)),
          ]);
          await appendEvents(
            tx,
            credits.map(({ row, units }) => {
              const amount = fromUnits(units, getAssetScale(row.asset));
              const from = row.sender === null ? {} : { from: row.sender };
              return depositCredited.create({ ...describeDeposit(row, { amount, ...from }), at });
            }),
          );
          return { hasMore: confirmed.length === CHUNK, told: confirmed.map(({ userId }) => userId) };
        },
        { kind: 'work' },
      );
    },
  };
}

/** Splits what arrived into base units of the ledger, rounded down, and the rest in units of 10^-18. */
function splitAmount({ asset, amount }: DepositRow): { units: bigint; rest: bigint } {
  const step = unitStep(asset);
  return { units: amount / step, rest: amount % step };
}

/** Units of 10^-18 in one base unit of the ledger. */
function unitStep(asset: string): bigint {
  return 10n ** BigInt(CHAIN_SCALE - getAssetScale(asset));
}

function creditJournal({ id, network, userId, asset }: DepositRow, units: bigint, at: number): Journal<keyof typeof DEPOSIT_CODES> {
  return {
    code: 'DEPOSIT',
    reference: `deposit:${id}`,
    at,
    postings: [
      { address: chainAddress({ network, asset }), amount: -units },
      { address: userAddress({ userId, mode: 'real', asset, part: 'available' }), amount: units },
    ],
  };
}

/** What is below the last decimal is the house's once it makes whole base units; it is posted when the sum passes them. */
function dustJournal(
  network: string,
  { asset, before, after }: { asset: string; before: bigint; after: bigint },
  at: number,
): Journal<keyof typeof DEPOSIT_CODES>[] {
  const step = unitStep(asset);
  const units = after / step - before / step;
  if (units === 0n) return [];
  return [
    {
      code: 'DEPOSIT_DUST',
      reference: `dust:${network}:${asset}:${after / step}`,
      at,
      postings: [
        { address: chainAddress({ network, asset }), amount: -units },
        { address: houseAddress({ mode: 'real', name: 'rounding', asset }), amount: units },
      ],
    },
  ];
}
