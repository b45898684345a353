import type { ReactNode } from 'react';
import { CsvOf } from './csv-form';
import { FilterForm, type FilterField } from './filter-form';
import { NextPage } from './parts';
import { type SavedView, Views } from './views';

type Chosen = Readonly<Record<string, string>>;
type Props = {
  /** Under which name views are saved. */
  list: string;
  /** Which file is the same as the rows; null: there is none. */
  report: string | null;
  path: string;
  fields: readonly FilterField[];
  chosen: Chosen;
  /** What narrows the list by other means than the form. */
  kept?: Chosen;
  views: readonly SavedView[];
  /** What the next page goes on behind; null: there is none. */
  next: string | null;
  name?: string;
  children: ReactNode;
};

/** What every list of the console has around its rows: filters, saved views, the way on, the same as a file. */
export function ListFrame({ list, report, path, fields, chosen, kept = {}, views, next, name, children }: Props) {
  const narrowed = { ...kept, ...chosen };
  const query = new URLSearchParams(narrowed).toString();
  return (
    <div className="min-w-0">
      <Views list={list} path={path} query={query} views={views.filter((view) => view.list === list)} />
      {fields.length === 0 ? null : <FilterForm chosen={chosen} fields={fields} kept={kept} path={path} />}
      {children}
      <NextPage href={next === null ? null : `${path}?${new URLSearchParams({ ...narrowed, after: next })}`} />
      {report === null ? null : <CsvOf filters={narrowed} name={name} report={report} />}
    </div>
  );
}
