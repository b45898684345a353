import type { JournalCodes } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { countLeft, findPurchaseBounds } from '../../../lib/rules/presale';
import { transactOnce } from '../../platform/idempotency';
import { getAssetScale, houseAddress, outsideAddress, placeHolds, postJournals } from '../ledger/ledger';
import * as repository from './presale.repository';
import type { Presale, PresaleTerms, Purchase } from './presale.repository';
import { versionOf } from './presale.terms';

export const PRESALE_CODES = {
  PRESALE_SUPPLY: { record: 'other', isExternal: true },
  PRESALE_PAYMENT: { record: 'trade', isExternal: false },
  PRESALE_DELIVERY: { record: 'trade', isExternal: false },
} as const satisfies JournalCodes;

/** Purpose of the holds of payments; their reference is the purchase. */
export const PRESALE = 'presale';
export const PRESALE_JOB = 'presale settlement';
export const QUOTE = 'USDT';
/** Settling begins within seconds of the end; an audit of holds names what it has not ended after a day. */
const HOLD_GRACE_MS = 86_400_000;
/** Purchases of one person in a sale: each is a hold, is settled by itself, and is counted at the next one while other buyers wait. */
export const PURCHASES_MAX = 100;

export const keyOf = ({ id }: Pick<Purchase, 'id'>) => ({ purpose: PRESALE, reference: id });
export const tokensAddress = (asset: string) => houseAddress({ mode: 'real', name: 'presale-tokens', asset });
export const PROCEEDS = houseAddress({ mode: 'real', name: 'presale-proceeds', asset: QUOTE });
/** Returns whole tokens in base units of the ledger. */
export const toTokenUnits = (asset: string, tokens: bigint): bigint => tokens * 10n ** BigInt(getAssetScale(asset));

/** Opens a sale, whose whole supply lies in the house's account from then on. Returns null where one of this code is there. */
export async function openPresale(tx: Tx, terms: PresaleTerms, at: number): Promise<Presale | null> {
  const presale = await repository.insertPresale(tx, terms);
  if (presale === null) return null;
  const amount = toTokenUnits(terms.asset, terms.supply);
  const postings = [
    { address: outsideAddress({ mode: 'real', name: 'issuance', asset: terms.asset }), amount: -amount },
    { address: tokensAddress(terms.asset), amount },
  ];
  await postJournals(tx, [{ code: 'PRESALE_SUPPLY', reference: `presale:${presale.id}`, at, postings }]);
  return presale;
}

/** `terms`: the version that the buyer was shown, left out where none was. */
type Buying = { userId: string; presaleId: string; tokens: bigint; terms?: string | undefined };

/** Buys: the payment is held until the end. Buyers of one sale take turns at its row, so that none is sold beyond the supply. */
export async function buy(tx: Tx, { userId, presaleId, tokens, terms, at }: Buying & { at: number }) {
  const presale = await repository.lockPresale(tx, presaleId);
  if (presale === null) throw new DomainError('PRESALE_NOT_FOUND');
  if (terms !== undefined && terms !== versionOf(presale)) throw new DomainError('PRESALE_TERMS_CHANGED');
  if (presale.state !== 'open' || at < presale.startsAt || at >= presale.endsAt) throw new DomainError('PRESALE_CLOSED');
  const { count, tokens: bought } = await repository.readBought(tx, { presaleId, userId });
  if (count >= PURCHASES_MAX) throw new DomainError('PRESALE_TOO_MANY', { params: { max: String(PURCHASES_MAX) } });
  // Whole tokens, a million millions at most: numbers hold them exactly.
  const left = countLeft({ mode: presale.mode, supply: Number(presale.supply), sold: Number(presale.sold) });
  const own = { min: Number(presale.amountMin), max: Number(presale.amountMax), bought: Number(bought) };
  const { least, most } = findPurchaseBounds({ ...own, left: null });
  // Nothing is left for them: there are no bounds to tell.
  if (most === 0) throw new DomainError('PRESALE_AMOUNT');
  if (tokens > most || tokens < findPurchaseBounds({ ...own, left }).least)
    throw new DomainError('PRESALE_AMOUNT', { params: { min: String(least), max: String(most) } });
  if (left !== null && tokens > left) throw new DomainError('PRESALE_LEFT', { params: { left: String(left) } });
  await repository.addSold(tx, { id: presaleId, tokens });
  const purchase = await repository.insertPurchase(tx, { presaleId, userId, tokens, at });
  const amount = tokens * presale.price;
  const ender = { kind: 'job', id: PRESALE_JOB } as const;
  const until = presale.endsAt + HOLD_GRACE_MS;
  await placeHolds(tx, [{ ...keyOf(purchase), userId, mode: 'real', asset: QUOTE, amount, ender, until }], { at });
  return { purchase, presale, amount };
}

/** Gives a sale other terms, as `read` makes them of what it is. False where it is over, or somebody has bought in it: what one agreed to stays. */
export async function changePresale(
  tx: Tx,
  id: string,
  read: (presale: Presale) => Omit<PresaleTerms, 'code' | 'asset' | 'supply'>,
): Promise<boolean> {
  const presale = await repository.lockPresale(tx, id);
  if (presale === null || presale.state !== 'open' || presale.sold > 0n) return false;
  const { code, asset, supply } = presale;
  await repository.updatePresale(tx, { id, terms: { code, asset, supply, ...read(presale) } });
  return true;
}

/** Calls off a sale: everything goes back by itself. False where it is settled already. */
export async function cancelPresale(tx: Tx, id: string): Promise<boolean> {
  const presale = await repository.lockPresale(tx, id);
  if (presale === null || presale.state !== 'open') return false;
  await repository.movePresale(tx, { id, state: 'settling', outcome: 'cancelled' });
  return true;
}

export function createPresaleService({ db, clock, events }: Pick<Platform, 'db' | 'clock' | 'events'>) {
  return {
    /** Returns what was bought, each once however often it is asked for. @throws the codes of `x.presaleBuy` */
    async buy({ requestId, ...asked }: Buying & { requestId: string }) {
      const { userId, presaleId, tokens, terms } = asked;
      const input = { id: presaleId, num: String(tokens), terms };
      const answer = await transactOnce(db, { userId, mode: 'real', call: 'presale.buy', requestId, input }, async (tx) => {
        const { purchase, presale, amount } = await buy(tx, { ...asked, at: clock.now() });
        return { id: purchase.id, asset: presale.asset, tokens: String(tokens), cost: String(amount), at: purchase.boughtAt };
      });
      events.publish({ kind: 'account', userId, mode: 'real', changed: ['balances', 'presale'], market: null });
      return answer;
    },
  };
}
