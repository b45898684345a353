import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { getAssetScale, type Journal, postJournals, userAddress } from '../ledger/ledger';
import { chainAddress, readPause, toMatchKey } from '../networks/networks';
import { ActionRefused } from '../operators/operators';
import type { DEPOSIT_CODES } from './deposits.crediting';
import { depositCredited } from './deposits.events';
import * as byHandRows from './deposits.by-hand.repository';
import { readCursor } from './deposits.repository';

/** Where it arrived: at a deposit address of its member, or at the address that payments leave from, which is nobody's. */
export const HAND_PLACES = ['deposit-address', 'hot-wallet'] as const;

/**
 * What arrived by a transaction and was credited to nobody. `amount` in base units of the asset; `max`: what one person is credited of an asset within 24 hours by hand, at most;
 * `byHand`: the case of a queue in which its member missed it; `at` in ms.
 */
type HandCredit = {
  userId: string;
  network: string;
  asset: string;
  amount: bigint;
  max: bigint;
  hash: string;
  address: string;
  place: (typeof HAND_PLACES)[number];
  byHand: string;
  at: number;
};

const DAY_MS = 86_400_000;
const refused = (why: string) => new ActionRefused('INPUT_INVALID', `${why}: nothing changed.`);

/** Returns the journal of a credit by hand; before it has a number, of any. */
export function handJournal({
  id,
  network,
  asset,
  userId,
  amount,
  at,
}: Pick<HandCredit, 'network' | 'asset' | 'userId' | 'amount' | 'at'> & { id: string }): Journal<keyof typeof DEPOSIT_CODES> {
  return {
    code: 'DEPOSIT_BY_HAND',
    reference: `deposit:${id}`,
    at,
    postings: [
      { address: chainAddress({ network, asset }), amount: -amount },
      { address: userAddress({ userId, mode: 'real', asset, part: 'available' }), amount },
    ],
  };
}

/**
 * Credits what arrived and was credited to nobody, once for each transaction of a person and of an address: by hand or by who looks through the blocks, which both take the
 * network's cursor. Returns the deposit's number. @throws ActionRefused
 */
export async function creditByHand(tx: Tx, credit: HandCredit): Promise<string> {
  const { userId, network, asset, amount, max, at, byHand } = credit;
  const cursor = await readCursor(tx, network, { isLocked: true });
  if (cursor === null) throw refused(`${network} was never looked through`);
  if ((await readPause(tx, network, 'crediting')) !== null) throw refused(`Nothing is credited over ${network} while it is paused`);
  const show = (units: bigint) => `${fromUnits(units, getAssetScale(asset))} ${asset}`;
  const before = await byHandRows.sumByHand(tx, { userId, asset, since: at - DAY_MS });
  if (before + amount > max) {
    throw refused(`Within 24 hours one person is credited ${show(max)} by hand at most, and ${show(before)} were`);
  }
  const digits = credit.hash.toLowerCase().replace(/^0x/, '');
  const address = await requirePlace(tx, credit);
  const known = await byHandRows.findCounted(tx, { digits, userId, address });
  if (known !== null) {
    throw refused(
      known.state === 'credited'
        ? `That transaction was credited to user ${known.userId} before, as deposit ${known.id}`
        : `That transaction is deposit ${known.id} (${known.state}), which is credited by itself once the chain confirms it`,
    );
  }
  // A network's transactions are named as its blocks are.
  const txid = cursor.hash.startsWith('0x') ? `0x${digits}` : digits;
  const id = await byHandRows.insertByHand(tx, { ...{ network, txid, userId, asset, address, amount, byHand, at } });
  await postJournals(tx, [handJournal({ id, network, asset, userId, amount, at })]);
  const payload = { deposit: id, network, asset, amount: fromUnits(amount, getAssetScale(asset)), txid, how: 'hand' as const };
  await appendEvents(tx, [depositCredited.create({ userId, mode: 'real', at, payload })]);
  return id;
}

/** Returns the address as it is kept. What arrived at somebody's address is theirs. @throws ActionRefused */
async function requirePlace(tx: Tx, { address, place, userId }: HandCredit): Promise<string> {
  const key = toMatchKey(address);
  const owner = await byHandRows.findAddressOwner(tx, key);
  if (place === 'hot-wallet') {
    if (owner !== null) throw refused(`${address} is the deposit address of user ${owner.userId}`);
    return key;
  }
  if (owner?.userId !== userId) throw refused(`${address} is no deposit address of user ${userId}`);
  return owner.address;
}
