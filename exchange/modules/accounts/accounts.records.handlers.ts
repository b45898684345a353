import { recordList } from '../../../lib/protocol/balances';
import type { Composition } from '../../composition/module';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { doorOf, toListPage } from '../../platform/lists';
import { getAssetScale, listOwnJournals, type OwnJournal, toLinesWire } from '../ledger/ledger';

/** What all modules post, and who tells it apart by market. */
export type KnownJournals = Pick<Composition, 'journalCodes' | 'marketJournals'>;

/** What moved an account's money, one row a journal, narrowed by time, kind, coin and market. */
export function createRecordListCall(db: Database, getJournals: () => KnownJournals): RegisteredCall {
  return handle(recordList, async ({ type, coin, market, ...list }, context) => {
    const { userId, mode } = sessionOf(context);
    if (coin !== undefined) getAssetScale(coin);
    for (const asset of market?.split('-') ?? []) getAssetScale(asset);
    const { journalCodes, marketJournals } = getJournals();
    const facts = Object.entries(journalCodes);
    const codes = type === undefined || type === 'all' ? null : facts.flatMap(([code, { record }]) => (record === type ? [code] : []));
    const feeNames = new Map(facts.flatMap(([code, { feeName }]) => (feeName === undefined ? [] : [[code, feeName] as const])));
    const { rows, next } = await listOwnJournals(doorOf(db, list), {
      userId,
      mode,
      ...toListPage(list),
      asset: coin ?? null,
      codes,
      feeNames,
      market: market === undefined ? null : { symbol: market, tellers: marketJournals },
    });
    return { rows: rows.map(toWire), next };
  });
}

function toWire({ id, at, code, reference, fee, entries }: OwnJournal) {
  return {
    journal: id,
    time: at,
    type: code,
    ref: reference,
    fee: fee === null ? null : { coin: fee.asset, num: fromUnits(fee.amount, fee.scale) },
    lines: toLinesWire(entries),
  };
}
