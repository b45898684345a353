import type { Metadata } from 'next';
import { CsvForm } from '@/components/console/csv-form';
import { PageHead, Part } from '@/components/console/parts';
import { requireConsole } from '@/lib/console/ask';
import { DAY_REPORTS, LIST_REPORTS, type ReportName } from '@/lib/operator/reports';

export const metadata: Metadata = { title: 'Reports' };

const ABOUT: Readonly<Record<ReportName, string>> = {
  ledger: 'What each kind of journal moved in a day, by account and coin',
  fees: 'What the accounts of fees took in',
  custody: 'What came in over each chain and left, before and after the day',
  withdrawals: 'The withdrawals that were asked for, without addresses',
  pools: 'What the pools hold and have promised, now',
  markets: 'Markets, open interest and halts, now',
  jobs: 'Jobs that wait or were put aside',
  events: 'Events that consumers went past',
  approvals: 'What waits for a second operator',
  registry: 'Every version of what is listed, newest first',
  announcements: 'What everybody is told, shown or not',
  presales: 'Pre-sales with what was sold',
  incidents: 'What the status page shows of what was unwell',
  answers: 'Saved answers of support, in each language',
  log: 'What operators did, with the hash of each row, newest first',
  identity: 'Submissions that wait for review',
  loans: 'Applications that wait',
  proofs: 'Proofs of deposits that wait',
  wires: 'Deposits by bank that nobody has decided',
  claims: 'Claims of VIP levels that nobody has fulfilled',
  support: 'Who waits for an answer',
};

export default function ReportsPage() {
  requireConsole();
  const day = new Date().toISOString().slice(0, 10);
  const card = (report: ReportName, hasDay: boolean) => (
    <details className="rounded-card bg-surface-1 px-4 py-1" key={report}>
      <summary className="grid min-h-14 cursor-pointer content-center py-2">
        <span className="font-strong capitalize">{report}</span>
        <span className="text-ink-2 text-small">{ABOUT[report]}</span>
      </summary>
      <div className="pt-1 pb-3">
        <CsvForm day={day} hasDay={hasDay} label={`Download ${report}`} report={report} />
      </div>
    </details>
  );
  return (
    <>
      <PageHead title="Reports" />
      <div className="grid gap-6">
        <Part title="Of a day">
          <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
            {DAY_REPORTS.map((report) => card(report, true))}
          </div>
        </Part>
        <Part title="As it is now">
          <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
            {LIST_REPORTS.map((report) => card(report, false))}
          </div>
        </Part>
      </div>
    </>
  );
}
