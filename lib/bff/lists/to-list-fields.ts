import type { ListFields } from '../../protocol/fields';

type Asked = { from?: string | undefined; to?: string | undefined };

/** Returns the range of a list as the protocol says it, in milliseconds. */
export function toRangeFields({ from, to }: Asked): Pick<ListFields, 'from' | 'to'> {
  return { ...(from !== undefined && { from: toMillis(from) }), ...(to !== undefined && { to: toMillis(to) }) };
}

/** The same with the market of a list. */
export function toMarketListFields({ symbol, ...range }: Asked & { symbol?: string | undefined }) {
  return { ...toRangeFields(range), market: symbol };
}

/** The same with the market and kind of a list of orders. */
export function toOrderListFields<Kind>({ symbol, kind, ...range }: Asked & { symbol?: string | undefined; kind?: Kind | undefined }) {
  return { ...toRangeFields(range), market: symbol, kind };
}

/** The same with the market, kind and coin of a list of records. */
export function toRecordListFields<Type>({
  type,
  asset,
  ...asked
}: Asked & { symbol?: string | undefined; type?: Type | undefined; asset?: string | undefined }) {
  return { ...toMarketListFields(asked), type, coin: asset };
}

function toMillis(iso: string): string {
  return String(Date.parse(iso));
}
