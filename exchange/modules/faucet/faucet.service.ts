import type { DecimalString, Mode } from '../../../lib/protocol/wire';
import type { JournalCodes } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { fromUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { hashText } from '../../platform/ids';
import { credited } from './faucet.events';
import { BALANCE_PARTS, countJournalsSince, createTransferQueue, getAssetScale, outsideAddress, userAddress } from '../ledger/ledger';

export const FAUCET_CODES = {
  FAUCET: { record: 'other', isExternal: true },
  DEMO_TOP_UP: { record: 'other', isExternal: true },
} as const satisfies JournalCodes;

const ASSET = 'USDT';
/** 10,000 USDT a request, at most 5 a day (UTC); the demo account is filled up to 100,000 USDT. */
const FAUCET_AMOUNT = 10_000n;
const FAUCET_DRAWS_MAX = 5;
const DEMO_TARGET = 100_000n;
const DAY_MS = 24 * 60 * 60_000;

/** Returns what gives test money: always from an `outside` account, so that the ledger still sums to zero. */
export function createFaucetService({ db, clock, env, metrics }: Pick<Platform, 'db' | 'clock' | 'env' | 'metrics'>) {
  const transfers = createTransferQueue(db, metrics);
  const scale = getAssetScale(ASSET);
  const unit = 10n ** BigInt(scale);
  const credit = (input: {
    userId: string;
    mode: Mode;
    code: keyof typeof FAUCET_CODES;
    source: string;
    requestId: string;
    amount: bigint;
  }) => ({
    code: input.code,
    // Bounded, and unique because a request number counts once per user and call.
    reference: `user:${input.userId}:${hashText(input.requestId).slice(0, 32)}`,
    at: clock.now(),
    postings: [
      { address: outsideAddress({ mode: input.mode, name: input.source, asset: ASSET }), amount: -input.amount },
      { address: userAddress({ userId: input.userId, mode: input.mode, asset: ASSET, part: 'available' }), amount: input.amount },
    ],
  });
  const tell = (input: { userId: string; mode: Mode; source: 'faucet' | 'demo-top-up'; amount: bigint }) => {
    const { userId, mode, source } = input;
    return credited.create({ userId, mode, at: clock.now(), payload: { source, asset: ASSET, amount: fromUnits(input.amount, scale) } });
  };
  const ownAddresses = (userId: string, mode: Mode) => BALANCE_PARTS.map((part) => userAddress({ userId, mode, asset: ASSET, part }));

  return {
    /** Returns what was credited. @throws FEATURE_NOT_OFFERED outside the sandbox, REAL_ACCOUNT_ONLY on the demo account, ASSET_UNKNOWN, FAUCET_LIMIT, DUPLICATE_REQUEST */
    async drawFromFaucet(input: { userId: string; mode: Mode; asset: string; requestId: string }): Promise<DecimalString> {
      if (!env.sandbox) throw new DomainError('FEATURE_NOT_OFFERED');
      if (input.mode !== 'real') throw new DomainError('REAL_ACCOUNT_ONLY');
      if (input.asset !== ASSET) throw new DomainError('ASSET_UNKNOWN');
      const { userId, requestId } = input;
      return transfers.submit({
        request: { userId, mode: 'real', call: 'x.faucet', requestId, input: { asset: input.asset } },
        addresses: [outsideAddress({ mode: 'real', name: 'issuance', asset: ASSET }), ...ownAddresses(userId, 'real')],
        plan: async ({ tx }) => {
          // Both accounts of the user are locked: draws take turns in all processes, so that five at once cannot become six.
          const now = clock.now();
          const today = { userId, mode: 'real', asset: ASSET, code: 'FAUCET', dayStart: now - (now % DAY_MS) } as const;
          if ((await countJournalsSince(tx, today)) >= FAUCET_DRAWS_MAX) throw new DomainError('FAUCET_LIMIT');
          const amount = FAUCET_AMOUNT * unit;
          const journal = credit({ userId, mode: 'real', code: 'FAUCET', source: 'issuance', requestId, amount });
          return {
            journals: [journal],
            events: [tell({ userId, mode: 'real', source: 'faucet', amount })],
            answer: fromUnits(amount, scale),
          };
        },
      });
    },

    /** Returns what was credited. @throws DEMO_FULL at or above 100,000 USDT (all parts together), DUPLICATE_REQUEST */
    topUpDemo({ userId, requestId }: { userId: string; requestId: string }): Promise<DecimalString> {
      const own = ownAddresses(userId, 'demo');
      return transfers.submit({
        request: { userId, mode: 'demo', call: 'x.demoTopUp', requestId, input: {} },
        addresses: [outsideAddress({ mode: 'demo', name: 'grants', asset: ASSET }), ...own],
        plan: async ({ balanceOf }) => {
          const amount = DEMO_TARGET * unit - own.reduce((sum, address) => sum + balanceOf(address), 0n);
          if (amount <= 0n) throw new DomainError('DEMO_FULL');
          const journal = credit({ userId, mode: 'demo', code: 'DEMO_TOP_UP', source: 'grants', requestId, amount });
          return {
            journals: [journal],
            events: [tell({ userId, mode: 'demo', source: 'demo-top-up', amount })],
            answer: fromUnits(amount, scale),
          };
        },
      });
    },
  };
}
