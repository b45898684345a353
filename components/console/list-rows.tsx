import { EMPTY_LISTS } from '@/lib/console/empty-texts';
import { hrefOfRow } from '@/lib/console/pages';
import type { ListColumn } from '@/lib/operator/list-columns';
import { findList, type ListName, type ListRow } from '@/lib/operator/lists';
import { getFormatter } from '@/lib/console/read-formatter';
import type { Formatter } from '@/lib/console/formatter';
import { Table } from './table';

const DIGITS_AT_A_GLANCE = 2;
/** Texts that are read whole on their object's page. */
const TEXT_MAX = 240;

function writeCell(format: Formatter, { kind }: ListColumn, cell: string): string {
  if (cell === '') return '-';
  if (kind === 'time' || kind === 'state') return format.moments(cell);
  if (kind === 'amount') return format.amount(cell);
  if (kind === 'size') return format.amount(cell, DIGITS_AT_A_GLANCE);
  return cell.length > TEXT_MAX ? `${cell.slice(0, TEXT_MAX)}…` : cell;
}

/** The rows of a list, as its columns say. */
export async function ListRows({ list, rows, empty = EMPTY_LISTS[list] }: { list: ListName; rows: readonly ListRow[]; empty?: string }) {
  const format = await getFormatter();
  const { title, columns: all } = findList(list);
  const columns = all.flatMap((column, at) => (column.isOfFile === true ? [] : [{ ...column, at }]));
  return (
    <Table
      caption={title}
      empty={empty}
      columns={columns.map(({ name, kind, isMinor }) => ({
        ...{ name, isMinor: isMinor === true, isLong: kind === 'long' },
        isNumber: kind === 'amount' || kind === 'size',
      }))}
      rows={rows.map(({ id, about, isLate, cells }) => ({
        ...{ key: id, isLate, href: about === null ? null : hrefOfRow(list, about) },
        cells: columns.map((column) => writeCell(format, column, cells[column.at] ?? '')),
      }))}
    />
  );
}
