'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { REPORT_ROWS_MAX } from '@/lib/operator/reports';
import { FaultNotice } from './fault-notice';
import { ClientForm } from './client-form';
import { post } from './post';
import { Table } from './table';
import { useFormatter } from './format-context';

type Page = { columns: readonly string[]; rows: readonly (readonly string[])[]; next: string | null };
type Shown = Page & { report: string; day: string };
/** Columns of reports that hold figures. */
const FIGURES: readonly string[] = ['journals', 'amount', 'fee', 'before', 'in', 'out', 'after'];
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/** Shows the figures of a day on the page, for a reason that stays in the log. */
export function ReportForm({ reports, day }: { reports: readonly string[]; day: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const asked = { report: String(values.get('report')), day: String(values.get('day')) };
    setBusy(true);
    const answer = await post<Page>('reports.read', { ...asked, reason: values.get('reason') });
    setBusy(false);
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setShown({ ...answer.data, ...asked });
  }

  return (
    <div className="grid gap-3">
      <ClientForm className="flex flex-wrap items-center gap-2" onSubmit={show}>
        <label className="grid min-w-36 gap-0.5 rounded-field bg-surface-2 px-4 py-2.5 outline-offset-2 focus-within:outline-2 focus-within:outline-accent max-sm:flex-1">
          <span className="text-ink-2 text-micro">Figures</span>
          <select className="-ms-1 w-full bg-transparent font-strong capitalize text-ink-1 outline-none" name="report">
            {reports.map((report) => (
              <option key={report} value={report}>
                {report}
              </option>
            ))}
          </select>
        </label>
        <Field className="min-w-40 max-sm:flex-1" defaultValue={day} label="Day (UTC)" max={day} name="day" required type="date" />
        <Field
          autoComplete="off"
          className="min-w-56 flex-1 sm:max-w-96"
          label="Reason (in the log for good)"
          maxLength={500}
          name="reason"
          required
        />
        <Button isBusy={isBusy} size="small" type="submit" variant="ghost">
          Show
        </Button>
      </ClientForm>
      <FaultNotice fault={fault} />
      {shown === null ? null : <Figures {...shown} />}
    </div>
  );
}

function Figures({ report, day, columns, rows, next }: Shown) {
  const format = useFormatter();
  // Numbers of rows are names; what was counted or moved is a figure.
  const write = (cell: string, at: number) =>
    FIGURES.includes(columns[at] ?? '') && NUMBER.test(cell) ? format.amount(cell) : format.moments(cell);
  const isNumber = columns.map((_, at) => rows.length > 0 && rows.every((cells) => NUMBER.test(cells[at] ?? '')));
  return (
    <div aria-live="polite" className="min-w-0">
      <Table
        caption={`${report} of ${day}`}
        empty="Nothing of that day."
        columns={columns.map((name, at) => ({ name, isNumber: isNumber[at] === true }))}
        rows={rows.map((cells, at) => ({ key: `${at} ${cells[0]}`, href: null, cells: cells.map(write) }))}
      />
      {next === null ? null : (
        <p className="pt-2 text-ink-2 text-small">
          The first {format.count(rows.length)} rows; the file has up to {format.count(REPORT_ROWS_MAX)}, and says so if there are more.
        </p>
      )}
    </div>
  );
}
