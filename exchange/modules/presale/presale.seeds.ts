import type { Tx } from '../../platform/db';
import { openServiceAccount } from '../accounts/accounts';
import { AT_ONCE } from '../../../lib/rules/presale';
import { outsideAddress, postJournals, userAddress } from '../ledger/ledger';
import { listPresales } from './presale.repository';
import { buy, openPresale, QUOTE } from './presale.service';

const DAY_MS = 86_400_000;
const ONE = 10n ** 8n;
const TERMS = { asset: 'SBX', price: ONE / 4n, softCap: 100n, amountMin: 10n, amountMax: 20_000n, vesting: AT_ONCE } as const;
const BUYER_TOKENS = 18_000n;
/** Rounds that are looked back on. */
const ROUNDS_MAX = 100;

/**
 * Gives a sandbox a sale that is over, with a buyer of ours who asked for more than there was, and one that runs; a new round where the last one has ended. Each
 * step is a transaction, done once by whichever process comes first.
 */
export async function seedPresales(transaction: (run: (tx: Tx) => Promise<void>) => Promise<void>, now: number): Promise<void> {
  await transaction(async (tx) => {
    const first = {
      ...TERMS,
      code: 'sandbox-1',
      mode: 'pro-rata',
      supply: 12_000n,
      startsAt: now - 8 * DAY_MS,
      endsAt: now - DAY_MS,
    } as const;
    if ((await listPresales(tx, 1)).length > 0) return;
    await openPresale(tx, first, first.startsAt);
  });
  await transaction(async (tx) => {
    const [only, more] = await listPresales(tx, 2);
    if (only === undefined || more !== undefined || only.sold > 0n || only.state !== 'open') return;
    const at = only.startsAt + DAY_MS;
    const userId = await openServiceAccount(tx, { username: 'sandbox_presale_buyer', at });
    const amount = BUYER_TOKENS * only.price;
    const postings = [
      { address: outsideAddress({ mode: 'real', name: 'issuance', asset: QUOTE }), amount: -amount },
      { address: userAddress({ userId, mode: 'real', asset: QUOTE, part: 'available' }), amount },
    ];
    await postJournals(tx, [{ code: 'PRESALE_SUPPLY', reference: 'presale-buyer:1', at, postings }]);
  });
  await transaction(async (tx) => {
    const [only, more] = await listPresales(tx, 2);
    if (only === undefined || more !== undefined || only.sold > 0n || only.state !== 'open') return;
    const at = only.startsAt + DAY_MS;
    const userId = await openServiceAccount(tx, { username: 'sandbox_presale_buyer', at });
    await buy(tx, { userId, presaleId: only.id, tokens: BUYER_TOKENS, at });
  });
  await transaction(async (tx) => {
    const rounds = await listPresales(tx, ROUNDS_MAX);
    if (rounds.some(({ endsAt, state }) => state === 'open' && endsAt > now)) return;
    const code = `sandbox-${rounds.length + 1}`;
    await openPresale(tx, { ...TERMS, code, mode: 'first-come', supply: 50_000n, startsAt: now, endsAt: now + 30 * DAY_MS }, now);
  });
}
