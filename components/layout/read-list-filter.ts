import { LIST_DAYS_MAX } from '@/lib/protocol/wire';

/** What a list is narrowed to, as the address says it: days of the reader's own calendar, both included. `market` `all` is every market. */
export type ListFilter<Kind extends string> = {
  from: string | null;
  to: string | null;
  market: string | null;
  asset: string | null;
  kind: Kind | null;
};

export const EVERY_MARKET = 'all';
/** No list reaches further back or ahead. */
export const FIRST_DAY = '2020-01-01';
export const LAST_DAY = '2099-12-31';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MARKET = /^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/;
const ASSET = /^[A-Z0-9]{2,10}$/;
const DAY_MS = 86_400_000;

/** Returns what an address narrows a list to; what is no day, no market or no kind of this list counts as not said. */
export function readListFilter<Kind extends string>(params: URLSearchParams, kinds: readonly Kind[]): ListFilter<Kind> {
  const from = readDay(params.get('from'));
  const until = readDay(params.get('to'));
  const days = from === null || until === null ? 0 : (Date.parse(until) - Date.parse(from)) / DAY_MS;
  const market = params.get('market');
  const asset = params.get('asset');
  const kind = params.get('kind');
  return {
    from,
    to: days < 0 || days >= LIST_DAYS_MAX ? null : until,
    market: market === EVERY_MARKET || (market !== null && MARKET.test(market)) ? market : null,
    asset: asset !== null && ASSET.test(asset) ? asset : null,
    kind: kinds.find((one) => one === kind) ?? null,
  };
}

function readDay(text: string | null): string | null {
  if (text === null || !DAY.test(text) || text < FIRST_DAY || text > LAST_DAY) return null;
  const at = new Date(`${text}T00:00:00Z`);
  // The thirtieth of February is no day.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
}

/** Returns the instants of a filter's days in the reader's time zone: from (included) to (excluded), ISO 8601. */
export function toRange({ from, to }: { from: string | null; to: string | null }): { from?: string; to?: string } {
  return { ...(from !== null && { from: startOf(from, 0) }), ...(to !== null && { to: startOf(to, 1) }) };
}

function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
