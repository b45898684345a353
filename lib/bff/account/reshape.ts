import type { AccountTerms } from '../../dto/account-terms';
import type { Balances, Home, LedgerEntry } from '../../dto/balances';
import type { Account } from '../../dto/session';
import type { accountTab } from '../../protocol/account-tab';
import type { accountRecords, balanceCard, homeSummary, purse } from '../../protocol/balances';
import type { AnswerOf } from '../../protocol/define-call';
import type { userCenter } from '../../protocol/sign-in';
import type { Mode } from '../../protocol/wire';
import { addDecimals } from '../../rules/decimal';
import { percentToRate } from '../rates';
import { toMode } from '../../protocol/fields';
import { toIso } from '../upstream';

/** Identity states of call 12; any other number is shown as none. */
const IDENTITY_STATUSES: Record<number, Account['identityStatus']> = { 0: 'none', 1: 'review', 2: 'verified', 3: 'rejected' };

/** Returns who the user is. */
export function reshapeAccount(wire: AnswerOf<typeof userCenter>): Account {
  return {
    userId: wire.userid,
    username: wire.username,
    email: wire.email === '' ? null : wire.email,
    mode: toMode(wire.is_cs),
    vipLevel: wire.vip.level,
    creditScore: wire.integral,
    identityStatus: IDENTITY_STATUSES[wire.idstate] ?? 'none',
    hasTwoFactor: wire.ga,
  };
}

/** Returns the terms of money in and out; a backend without the lists of ours offers nothing that could be said. */
export function reshapeAccountTerms({ deposits, withdrawals }: AnswerOf<typeof accountTab>): AccountTerms {
  return {
    deposits:
      deposits?.map(({ network, coin, min, confirmations, seconds }) => ({
        network,
        asset: coin,
        amountMin: min,
        confirmations,
        secondsExpected: seconds,
      })) ?? null,
    withdrawals:
      withdrawals?.map(({ network, coin, fee, min, max, day_max, confirmations, wait, review }) => ({
        network,
        asset: coin,
        feeRate: fee,
        amountMin: min,
        amountMax: max,
        dayMax: day_max ?? null,
        confirmations,
        newAddressSeconds: wait,
        reviewSecondsMax: review,
      })) ?? null,
  };
}

/** Returns the home figures; money in USDT, rates as fractions (the wire has percent in `eth.change` and the rate table). */
export function reshapeHome({ summary, card }: { summary: AnswerOf<typeof homeSummary>; card: AnswerOf<typeof balanceCard> }): Home {
  return {
    userId: card.userid,
    mode: toMode(card.is_cs),
    totalUsdt: summary.user.all,
    usdt: summary.user.usdt,
    usdc: summary.user.usdc,
    todayProfit: card.today_profit,
    todayProfitRate: card.today_ratio,
    todayByProduct: card.today_parts ?? null,
    hostingProfit: card.profit,
    pledgeRate: card.today_zhiya,
    ethPrice: summary.eth.new_price,
    ethChangeRate: percentToRate(summary.eth.change),
    rateTable: summary.rate_return.map((row) => ({
      days: row.tian ?? null,
      amountMin: row.stnum,
      amountMax: row.maxstrnum,
      rateMin: percentToRate(row.rate_min),
      rateMax: percentToRate(row.rate_max),
    })),
  };
}

/** Returns all balances of one mode with their total, in USDT. */
export function reshapeBalances(rows: AnswerOf<typeof purse>, mode: Mode): Balances {
  return {
    mode,
    totalUsdt: rows.reduce((sum, row) => addDecimals(sum, row.value), '0'),
    balances: rows.map(({ coin, available, held, margin = '0', value }) => ({
      asset: coin,
      available,
      locked: held,
      margin,
      total: addDecimals(addDecimals(available, held), margin),
      valueUsdt: value,
    })),
  };
}

type EntryWire = Omit<AnswerOf<typeof accountRecords>[number], 'ref'> & { ref?: string };

/** Returns one ledger line; `locked` is what the wire calls held. */
export function reshapeEntry(row: EntryWire): LedgerEntry {
  return {
    id: row.id,
    journalId: row.journal,
    at: toIso(row.time),
    type: row.type,
    asset: row.coin,
    amount: row.amount,
    balance: row.balance,
    part: row.part === 'held' ? 'locked' : row.part,
    reference: row.ref ?? '',
  };
}
