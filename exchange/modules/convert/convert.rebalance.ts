import { addDecimals, compareDecimals, multiplyDecimals, roundToStep, subtractDecimals } from '../../../lib/rules/decimal';
import type { Mode, OrderSide, TimeInForce } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { fromUnits, mulDiv, toUnits } from '../../platform/decimal';
import type { Tx } from '../../platform/db';
import { openServiceAccount } from '../accounts/accounts';
import { getAccountBalances, getAssetScale, hasJournal, type Journal, postJournals, sumPostings, userAddress } from '../ledger/ledger';
import { coverAddress, FUNDING_CODES } from './convert.postings';
import { CONVERT_QUOTE_ASSET, type ConvertMarkets } from './convert.pricing';

export const DESK_NAME = 'convert-desk';
/** One round a minute: a market of a mode trades once in it, in whichever process comes first. */
export const ROUND_MS = 60_000;
/** In USDT: what is closer to its target is left alone, and no round trades more. */
export const DRIFT_MIN = '500';
export const TRADE_MAX = '10000';
const INDEX_SCALE = 8;

type DeskMarket = ReturnType<ConvertMarkets['listMarkets']>[number] & {
  tickSize: string;
  stepSize: string;
  quantityMax: string;
  minNotional: string;
};
export type DeskMarkets = { getIndex: ConvertMarkets['getIndex']; listMarkets(): readonly DeskMarket[] };
/** The spot book's ordinary door. */
export type DeskDoor = {
  /** Says that somebody looks at a book: it is quoted from then on. */
  touch(market: string, mode: Mode): void;
  placeOrder(
    caller: { userId: string; mode: Mode },
    input: {
      market: string;
      side: OrderSide;
      kind: 'limit';
      price: string;
      quantity: string;
      timeInForce: TimeInForce;
      requestId: string;
    },
  ): Promise<unknown>;
};

type Situation = { market: DeskMarket; index: string; drift: bigint; spreadRate: string };
type Plan = { market: string; side: OrderSide; price: string; quantity: string; asset: string; amount: bigint };

/**
 * Returns the order that brings one coin closer to its target, never past it and no larger than the market's largest; null where it is close enough, or too little for the book. `drift` is
 * what the house has above its target, in base units of the coin, negative below; what is bought costs USDT. `spreadRate` is what a conversion of the coin is
 * priced away from the index: further the desk never goes, or a member could convert and sell the same coin back to it dearer.
 */
export function planTrade({ market, index, drift, spreadRate }: Situation): Plan | null {
  const side: OrderSide = drift > 0n ? 'sell' : 'buy';
  const scale = getAssetScale(market.base);
  const size = drift < 0n ? -drift : drift;
  const worth = mulDiv(toUnits(TRADE_MAX, scale), 10n ** BigInt(INDEX_SCALE), toUnits(index, INDEX_SCALE), 'down');
  const part = [worth, toUnits(market.quantityMax, scale)].reduce((least, bound) => (bound < least ? bound : least), size);
  const quantity = roundToStep(fromUnits(part, scale), market.stepSize, 'down');
  if (compareDecimals(multiplyDecimals(fromUnits(size, scale), index), DRIFT_MIN) < 0) return null;
  const factor = side === 'sell' ? subtractDecimals('1', spreadRate) : addDecimals('1', spreadRate);
  const price = roundToStep(multiplyDecimals(index, factor), market.tickSize, side === 'sell' ? 'up' : 'down');
  if (compareDecimals(multiplyDecimals(price, quantity), market.minNotional) < 0) return null;
  const [asset, amount] =
    side === 'sell' ? [market.base, quantity] : [market.quote, roundToStep(multiplyDecimals(price, quantity), '0.00000001', 'up')];
  return { market: market.market, side, price, quantity, asset, amount: toUnits(amount, getAssetScale(asset)) };
}

export type Desk = {
  /** Brings every coin of every mode a bounded step closer to its target. */
  round(): Promise<void>;
};

type Deps = {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'>;
  markets: DeskMarkets;
  door: DeskDoor;
  /** What a conversion of a coin is priced away from its index now, a fraction as a decimal. */
  findSpread(asset: string): string;
  modes: readonly Mode[];
};

/**
 * Returns the desk: an account of the house that trades on the spot book like anybody's. The target of a coin is what operators put into its pool less
 * what they took out. What an order needs lies on the desk's account only while the order is under way: every round begins and ends by sweeping it
 * back, so a process that dies in between leaves nothing there for longer than a round.
 */
export function createDesk({ platform: { db, clock, log, metrics }, markets, door, findSpread, modes }: Deps): Desk {
  let userId: string | null = null;
  const trades = metrics.counter({ name: 'convert_desk_orders_total', help: 'Orders of the convert desk', labelNames: ['end'] });
  const own = (mode: Mode, asset: string) => userAddress({ userId: userId as string, mode, asset, part: 'available' });
  const assetsOf = () => [CONVERT_QUOTE_ASSET, ...markets.listMarkets().map(({ base }) => base)];

  async function sweep(tx: Tx, mode: Mode, reference: string): Promise<void> {
    const balances = await getAccountBalances(
      tx,
      assetsOf().map((asset) => own(mode, asset)),
    );
    const postings = assetsOf().flatMap((asset) => {
      const amount = balances.get(own(mode, asset)) ?? 0n;
      return amount === 0n
        ? []
        : [
            { address: own(mode, asset), amount: -amount },
            { address: coverAddress(mode, asset), amount },
          ];
    });
    if (postings.length > 0) await postJournals(tx, [{ code: 'CONVERT_DESK', reference, at: clock.now(), postings } satisfies Journal]);
  }

  async function readDrifts(tx: Tx, mode: Mode): Promise<Map<string, bigint>> {
    const addresses = markets.listMarkets().map(({ base }) => coverAddress(mode, base));
    const balances = await getAccountBalances(tx, addresses);
    const funded = await sumPostings(tx, { addresses, codes: FUNDING_CODES });
    return new Map(addresses.map((address) => [address, (balances.get(address) ?? 0n) - (funded.get(address) ?? 0n)]));
  }

  /** Moves what an order needs to the desk; false where another process has this market's turn in this round, or the pool hasn't that much. */
  async function lend(mode: Mode, plan: Plan, reference: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (await hasJournal(tx, { code: 'CONVERT_DESK', reference })) return false;
      const address = coverAddress(mode, plan.asset);
      if (((await getAccountBalances(tx, [address])).get(address) ?? 0n) < plan.amount) return false;
      const postings = [
        { address, amount: -plan.amount },
        { address: own(mode, plan.asset), amount: plan.amount },
      ];
      await postJournals(tx, [{ code: 'CONVERT_DESK', reference, at: clock.now(), postings }]);
      return true;
    });
  }

  async function trade(mode: Mode, plan: Plan, round: number): Promise<void> {
    door.touch(plan.market, mode);
    const requestId = `desk-${mode}-${plan.market}-${round}`;
    if (!(await lend(mode, plan, `out:${mode}:${plan.market}:${round}`))) return;
    const { market, side, price, quantity } = plan;
    const order = { market, side, kind: 'limit', price, quantity, timeInForce: 'IOC', requestId } as const;
    try {
      await door.placeOrder({ userId: userId as string, mode }, order);
      trades.inc({ end: 'taken' });
    } catch (error) {
      // What the order needed returns to the pool below; the next round tries again.
      trades.inc({ end: 'refused' });
      log.warn({ err: error, market, mode }, 'an order of the convert desk was not taken');
    }
    await db.transaction((tx) => sweep(tx, mode, `back:${mode}:${market}:${round}`));
  }

  return {
    async round() {
      userId ??= await db.transaction((tx) => openServiceAccount(tx, { username: DESK_NAME, at: clock.now() }));
      const round = Math.floor(clock.now() / ROUND_MS);
      for (const mode of modes) {
        await db.transaction((tx) => sweep(tx, mode, `sweep:${mode}:${clock.now()}`));
        const drifts = await readDrifts(db.read, mode);
        for (const market of markets.listMarkets()) {
          const index = markets.getIndex(market.market);
          if (index === null || index.state !== 'fresh') continue;
          const drift = drifts.get(coverAddress(mode, market.base)) ?? 0n;
          const plan = planTrade({ market, index: index.price, drift, spreadRate: findSpread(market.base) });
          if (plan !== null) await trade(mode, plan, round);
        }
      }
    },
  };
}
