import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import { formatPrice } from '../matching/matching';

/** A cell of the export: text as it is, decimals, times in ISO 8601; null where there is nothing. */
export type Cell = string | null;
/** Where reading goes on; null: from the beginning, or nothing is left. */
export type Place = readonly string[] | null;
export type Chunk = { rows: Cell[][]; next: Place };

/** One file of the export. `read` costs as much as `limit` rows, however many there are. */
export type Section = {
  name: string;
  columns: readonly string[];
  read(tx: Tx, input: { userId: string; after: Place; limit: number }): Promise<Chunk>;
};

type Value = string | number | boolean | Date | null | undefined;
export type Row = Readonly<Record<string, Value>>;
type Show = (row: Row) => Cell;

export const text =
  (name: string): Show =>
  (row) =>
    row[name] == null ? null : String(row[name]);

/** A time that the database keeps as a timestamp, or in ms. */
export const time =
  (name: string): Show =>
  ({ [name]: value }) =>
    value == null ? null : new Date(value instanceof Date ? value : Number(value)).toISOString();

export const yes =
  (name: string): Show =>
  (row) =>
    row[name] === true ? 'yes' : 'no';

/** An amount in base units of the asset that the row names in `asset`; of eight decimals where it names none. */
export const amount =
  (name: string, asset?: string): Show =>
  (row) =>
    row[name] == null ? null : fromUnits(BigInt(String(row[name])), asset === undefined ? 8 : getAssetScale(String(row[asset])));

export const price =
  (name: string): Show =>
  ({ [name]: value }) =>
    value == null ? null : formatPrice(String(value));

/**
 * Returns a section that one statement reads: $1 is the user, $2 how many rows, $3 and following where the last chunk ended, at first `start`. Each
 * row names its own place in `k`; rows come in the order of their places.
 */
export function section({
  name,
  start,
  sql,
  show,
}: {
  name: string;
  start: readonly string[];
  sql: string;
  show: Readonly<Record<string, Show>>;
}): Section {
  const shows = Object.values(show);
  return {
    name,
    columns: Object.keys(show),
    async read(tx, { userId, after, limit }) {
      const { rows } = await tx.query<Row & { k: string[] }>(sql, [userId, limit, ...(after ?? start)]);
      const last = rows.at(-1);
      return { rows: rows.map((row) => shows.map((of) => of(row))), next: rows.length < limit || last === undefined ? null : last.k };
    },
  };
}
