import * as calls from '../../../lib/protocol/balances';
import { toIsCs } from '../../../lib/protocol/fields';
import { type Mode, PAGE_SIZE } from '../../../lib/protocol/wire';
import type { JournalCodes } from '../../composition/module';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Clock } from '../../platform/clock';
import type { Database, Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { offsetOf } from '../../platform/offset-pages';
import { readScore } from '../credit-score/credit-score';
import { getAssetScale, getBalances, listEntries, listReserved, toWirePart } from '../ledger/ledger';
import { createActivityListCall, createRecordListCall, type KnownJournals } from './accounts.records.handlers';
import { calculateTodayProfit, type Prices, sumValues, toPercent, toShare, toUsdt, valueBalances } from './accounts.valuation';

type Owner = { userId: string; mode: Mode };
/** What staking has to say of a user, in base units by asset, and of its terms, rates in percent a day. */
export type StakingFigures = {
  sumStaked(owner: Owner): Promise<Map<string, bigint>>;
  sumEarned(owner: Owner): Promise<Map<string, bigint>>;
  listRates(): { days: number; amountMin: string; amountMax: string; rateMin: string; rateMax: string }[];
};

/** Reads what the account's wallet lets the exchange take, by token, as a decimal. */
export type ReadAllowances = (userId: string) => Promise<(asset: string) => string>;

/**
 * What a user has in books beside the balances, in base units of USDT: its worth now, by how much it has changed since `dayStart` beside what moved in
 * and out, and all income ever.
 */
export type ReadHosted = (tx: Tx, owner: Owner & { dayStart: number }) => Promise<{ worth: bigint; gained: bigint; income: bigint }>;

type Deps = {
  db: Database;
  clock: Clock;
  prices: Prices;
  staking: StakingFigures | null;
  readAllowances: ReadAllowances | null;
  readHosted: ReadHosted | null;
  getJournals(): KnownJournals;
};
const NOTHING_HOSTED = { worth: 0n, gained: 0n, income: 0n };
const DAY_MS = 86_400_000;

/** Returns calls 16-20, and what is reserved for what: what a user has, what it is worth, and every line that made it so. */
export function createBalanceHandlers({ db, clock, prices, staking, readAllowances, readHosted, getJournals }: Deps): RegisteredCall[] {
  const listCodes = (isMeant: (facts: JournalCodes[string]) => boolean) =>
    Object.entries(getJournals().journalCodes).flatMap(([code, facts]) => (isMeant(facts) ? [code] : []));
  const readEth = () => ({ change: toPercent(prices.getChangeRate('ETH') ?? '0'), new_price: prices.getPrice('ETH') ?? '0' });
  const findHosted = async ({ userId, mode }: Owner) => {
    const now = clock.now();
    return (await readHosted?.(db.read, { userId, mode, dayStart: now - (now % DAY_MS) })) ?? NOTHING_HOSTED;
  };
  return [
    createRecordListCall(db, getJournals),
    createActivityListCall(db, getJournals),
    handle(calls.homeSummary, async (_input, context) => {
      const session = sessionOf(context);
      const { rows, total } = await valueBalances(db.read, prices, session);
      const hosted = await findHosted(session);
      const allowed = await readAllowances?.(session.userId);
      const authOf = (asset: string) => allowed?.(asset) ?? '0';
      const find = (asset: string) =>
        toUsdt(rows.filter((row) => row.asset === asset).reduce((sum, row) => sum + row.available + row.locked + row.margin, 0n));
      return {
        user: {
          usdc: find('USDC'),
          usdt: find('USDT'),
          all: toUsdt(total + hosted.worth),
          usdc_auth: authOf('USDC'),
          usdt_auth: authOf('USDT'),
        },
        eth: readEth(),
        rate_return: (staking?.listRates() ?? []).map(({ days, amountMin, amountMax, rateMin, rateMax }) => ({
          tian: days,
          stnum: amountMin,
          maxstrnum: amountMax,
          rate_min: rateMin,
          rate_max: rateMax,
        })),
      };
    }),
    handle(calls.balanceCard, async (_input, context) => {
      const session = sessionOf(context);
      const hosted = await findHosted(session);
      const today = await calculateTodayProfit(db.read, prices, {
        ...session,
        hosted,
        now: clock.now(),
        externalCodes: listCodes((facts) => facts.isExternal),
      });
      return {
        banlance: toUsdt(today.total),
        today_profit: toUsdt(today.profit),
        today_parts: {
          coins: toUsdt(today.parts.coins),
          perpetual: toUsdt(today.parts.perpetual),
          seconds: toUsdt(today.parts.seconds),
          earn: toUsdt(today.parts.earn),
        },
        today_ratio: today.ratio,
        today_zhiya: toShare(sumValues(prices, await staking?.sumStaked(session)), today.total),
        integral: (await readScore(db.read, session)).score,
        is_cs: toIsCs(session.mode),
        userid: session.userId,
        vip: { img: '' },
        eth: readEth(),
        profit: toUsdt(sumValues(prices, await staking?.sumEarned(session)) + hosted.income),
      };
    }),
    ...createCoinCalls(db, prices),
    createAccountRecordsCall(db, listCodes),
  ];
}

/** Returns what there is of each coin, and what of it is reserved for what. */
function createCoinCalls(db: Database, prices: Prices): RegisteredCall[] {
  return [
    handle(calls.coinBalance, async ({ coin }, context) => {
      const scale = getAssetScale(coin);
      const row = (await getBalances(db.read, sessionOf(context))).find(({ asset }) => asset === coin);
      return { available: fromUnits(row?.available ?? 0n, scale), held: fromUnits(row?.locked ?? 0n, scale) };
    }),
    handle(calls.reserved, async ({ coin }, context) => {
      const scale = getAssetScale(coin);
      const rows = await listReserved(db.read, { ...sessionOf(context), asset: coin });
      return rows.map(({ purpose, amount, until }) => ({ purpose, num: fromUnits(amount, scale), ...(until !== null && { until }) }));
    }),
    handle(calls.purse, async (_input, context) => {
      const { rows } = await valueBalances(db.read, prices, sessionOf(context));
      return rows.map((row) => ({
        coin: row.asset,
        available: fromUnits(row.available, row.scale),
        held: fromUnits(row.locked, row.scale),
        margin: fromUnits(row.margin, row.scale),
        value: toUsdt(row.value),
      }));
    }),
  ];
}

/** How the codes of a book's journals begin. */
const FAMILIES = { spot: 'SPOT_', perpetual: 'PERPETUAL_' } as const;

/** Returns every line that moved a balance. */
function createAccountRecordsCall(
  db: Database,
  listCodes: (isMeant: (facts: JournalCodes[string]) => boolean) => string[],
): RegisteredCall {
  return handle(calls.accountRecords, async (input, context) => {
    const { userId, mode } = sessionOf(context);
    if (input.coin != null) getAssetScale(input.coin);
    const codes = input.type == null || input.type === 'all' ? undefined : listCodes((facts) => facts.record === input.type);
    const offset = offsetOf(Number(input.page ?? '1'));
    const entries = await listEntries(db.read, {
      userId,
      mode,
      asset: input.coin,
      codes,
      reference: input.ref,
      family: input.of === undefined ? undefined : FAMILIES[input.of],
      limit: PAGE_SIZE,
      offset,
    });
    return entries.map((entry) => ({
      id: entry.id,
      time: entry.at,
      type: entry.code,
      coin: entry.asset,
      amount: fromUnits(entry.amount, entry.scale),
      balance: fromUnits(entry.balance, entry.scale),
      ref: entry.reference,
      part: toWirePart(entry.part),
      journal: entry.journalId,
    }));
  });
}
