import { actList, recordList } from '../../../lib/protocol/balances';
import type { RequestOf } from '../../../lib/protocol/define-call';
import type { ListFields } from '../../../lib/protocol/fields';
import type { Composition } from '../../composition/module';
import { type CallContext, handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { readerOf, toListPage } from '../../platform/keyset-pages';
import { getAssetScale, HOLD_CODES, listActivity, listOwnJournals, type OwnActivity, type OwnJournal, toLinesWire } from '../ledger/ledger';

/** What all modules post, who tells it apart by market, and of which orders it comes. */
export type KnownJournals = Pick<Composition, 'journalCodes' | 'marketJournals' | 'journalActivity' | 'holdRecords'>;

/** What moved an account's money, one row a journal, narrowed by time, kind, coin and market. */
export function createRecordListCall(db: Database, getJournals: () => KnownJournals): RegisteredCall {
  return handle(recordList, async (input, context) => {
    const { rows, next } = await listOwnJournals(readerOf(db, input), toListInput(input, context, getJournals()));
    return { rows: rows.map(toWire), next };
  });
}

/** The same by what its owner did: an order with its fills, a pair, a withdrawal with its request are one row each. */
export function createActivityListCall(db: Database, getJournals: () => KnownJournals): RegisteredCall {
  return handle(actList, async (input, context) => {
    const known = getJournals();
    const told = new Set(known.journalActivity.flatMap(({ codes }) => codes));
    const { rows, next } = await listActivity(db.read, {
      ...toListInput(input, context, known),
      tellers: known.journalActivity,
      sharedCodes: Object.keys(known.journalCodes).filter((code) => !told.has(code)),
    });
    return { rows: rows.map(toActivityWire), next };
  });
}

type Asked = ListFields & Pick<RequestOf<typeof recordList>, 'type' | 'coin' | 'market'>;

function toListInput({ type = 'all', coin, market, ...list }: Asked, context: CallContext, known: KnownJournals) {
  const { userId, mode } = sessionOf(context);
  if (coin !== undefined) getAssetScale(coin);
  for (const asset of market?.split('-') ?? []) getAssetScale(asset);
  return {
    userId,
    mode,
    ...toListPage(list),
    asset: coin ?? null,
    ...toKind(type, known),
    feeNames: new Map(
      Object.entries(known.journalCodes).flatMap(([code, { feeName }]) => (feeName === undefined ? [] : [[code, feeName] as const])),
    ),
    market: market === undefined ? null : { symbol: market, tellers: known.marketJournals },
  };
}

const HOLDS = Object.keys(HOLD_CODES);

/** Which journals are of a kind, for the list and its file alike: what is set aside is found under what it is for, and its code doesn't say that. */
function toKind(type: NonNullable<Asked['type']>, { journalCodes, holdRecords }: KnownJournals) {
  if (type === 'all') return { codes: null };
  const recordOf = ({ code, reference }: { code: string; reference: string }) =>
    HOLDS.includes(code) ? (holdRecords[reference.split(':', 1)[0] ?? ''] ?? 'other') : journalCodes[code]?.record;
  const codes = Object.entries(journalCodes).flatMap(([code, { record }]) => (record === type ? [code] : []));
  return {
    codes: [...new Set([...codes, ...HOLDS])],
    isListed: (journal: { code: string; reference: string }) => recordOf(journal) === type,
  };
}

function toWire({ id, at, code, reference, fee, entries }: OwnJournal) {
  return {
    journal: id,
    time: at,
    type: code,
    ref: reference,
    fee: fee === null ? null : toAmountWire(fee),
    lines: toLinesWire(entries),
  };
}

function toActivityWire({ name, at, code, reference, order, changes, held, back, fee }: OwnActivity) {
  return {
    act: name,
    time: at,
    type: code,
    ref: reference,
    order: order === null ? null : toOrderWire(order),
    changes: changes.map(toAmountWire),
    held: held.map(toAmountWire),
    back: back === null ? null : toAmountWire(back),
    fee: fee === null ? null : toAmountWire(fee),
  };
}

function toOrderWire({ of, ids, market, side, quantity, filled, isOpen }: NonNullable<OwnActivity['order']>) {
  const scale = getAssetScale(market.split('-')[0] as string);
  return { of, ids: [...ids], market, type: side, num: fromUnits(quantity, scale), filled: fromUnits(filled, scale), open: isOpen };
}

function toAmountWire({ asset, amount }: { asset: string; amount: bigint }) {
  return { coin: asset, num: fromUnits(amount, getAssetScale(asset)) };
}
