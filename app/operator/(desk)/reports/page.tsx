import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CsvForm } from '@/components/console/csv-form';
import { FilterForm } from '@/components/console/filter-form';
import { PageHead, Part } from '@/components/console/parts';
import { ReportForm } from '@/components/console/report-form';
import { Views } from '@/components/console/views';
import { ask } from '@/lib/console/ask';
import { REPORT_CONTENTS, titleOfReport } from '@/lib/console/report-texts';
import { DAY_REPORTS, LIST_REPORTS, reportEndpoints, type ReportName } from '@/lib/operator/reports';
import type { ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Reports' };

const PATH = '/operator/reports';
const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'kind', label: 'Kind', options: ['of a day', 'lists'] },
];

/** Kinds of reports, as the page narrows them. */
const KINDS = ['of a day', 'lists'] as const;

export default async function ReportsPage({ searchParams }: { searchParams: ListSearch }) {
  const { kind: asked, name } = await searchParams;
  const kind = KINDS.find((known) => known === asked) ?? null;
  const word = typeof name === 'string' && /^[a-z]{1,40}$/i.test(name) ? name.toLowerCase() : null;
  const views = await ask(reportEndpoints.views, {});
  const day = new Date().toISOString().slice(0, 10);
  const pick = (reports: readonly ReportName[]) =>
    reports.filter((report) => word === null || report.includes(word) || titleOfReport(report).toLowerCase().includes(word));
  const chosen = { ...(kind === null ? {} : { kind }), ...(word === null ? {} : { name: word }) };
  return (
    <>
      <PageHead title="Reports" />
      <Views
        list="reports"
        path={PATH}
        query={new URLSearchParams(chosen).toString()}
        views={views.items.filter(({ list }) => list === 'reports')}
      />
      <FilterForm chosen={chosen} fields={FIELDS} path={PATH} />
      <div className="grid gap-6">
        {kind === 'lists' ? null : (
          <Part title="Of a day">
            <ReportForm day={day} reports={DAY_REPORTS} />
            <Cards>
              {pick(DAY_REPORTS).map((report) => (
                <Report day={day} hasDay key={report} report={report} />
              ))}
            </Cards>
          </Part>
        )}
        {kind === 'of a day' ? null : (
          <Part title="Lists as they are now">
            <Cards>
              {pick(LIST_REPORTS).map((report) => (
                <Report day={day} key={report} report={report} />
              ))}
            </Cards>
          </Part>
        )}
      </div>
    </>
  );
}

const Cards = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 items-start gap-2 md:gap-3 xl:grid-cols-3">{children}</div>
);

function Report({ report, day, hasDay = false }: { report: ReportName; day: string; hasDay?: boolean }) {
  return (
    <details className="min-w-0 rounded-card bg-surface-1 px-4 py-1 max-md:open:col-span-2">
      <summary className="grid min-h-11 cursor-pointer content-center md:min-h-14 md:py-2" data-row>
        <span className="font-strong first-letter:uppercase">{titleOfReport(report)}</span>
        <span className="text-ink-2 text-small max-md:hidden">{REPORT_CONTENTS[report]}</span>
      </summary>
      <div className="grid gap-2 pt-1 pb-3">
        <p className="text-ink-2 text-small md:hidden">{REPORT_CONTENTS[report]}</p>
        <CsvForm day={day} hasDay={hasDay} label={`Download ${titleOfReport(report)}`} report={report} />
      </div>
    </details>
  );
}
