import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { CsvForm } from '@/components/console/csv-form';
import { FilterForm } from '@/components/console/filter-form';
import { PageHead, Part } from '@/components/console/parts';
import { ReportForm } from '@/components/console/report-form';
import { Views } from '@/components/console/views';
import { ask } from '@/lib/console/ask';
import { QUEUE_TITLES } from '@/lib/console/pages';
import { findList, LIST_NAMES } from '@/lib/operator/lists';
import { DAY_REPORTS, LIST_REPORTS, reportEndpoints, type ReportName } from '@/lib/operator/reports';
import type { ListSearch } from '../list-of';

export const metadata: Metadata = { title: 'Reports' };

const PATH = '/operator/reports';
const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'kind', label: 'Kind', options: ['of a day', 'lists'] },
];

const ABOUT: Readonly<Record<ReportName, string>> = {
  ledger: 'What each kind of journal moved in a day, by account and coin',
  fees: 'What the accounts of fees took in',
  custody: 'What came in over each chain and left, before and after the day',
  withdrawals: 'The withdrawals that were asked for, without addresses',
  'withdrawals-now': 'Withdrawals that wait for people, without addresses',
  pools: 'What the pools hold and have promised, now',
  markets: 'Markets, open interest and halts, now',
  jobs: 'Jobs that wait or were put aside',
  aside: 'Loans, positions and purchases that were put aside, with the reason',
  events: 'Events that consumers went past',
  approvals: 'What waits for a second operator',
  registry: 'Every version of what is listed, newest first',
  announcements: 'What everybody is told, shown or not',
  presales: 'Pre-sales with what was sold',
  incidents: 'What the status page shows of what was unwell',
  answers: 'Saved answers of support, in each language',
  log: 'What operators did, with the hash of each row, newest first',
  users: 'Accounts with their state, newest first',
  wallets: 'What chains show at the addresses that payments leave from',
  reorganisations: 'What chains took back',
  'by-hand': 'What two operators credited by hand, newest first',
  positions: 'Largest open positions of the real accounts',
  liquidations: 'What was closed because margin ran out',
  help: 'Entries of the help centre with their versions',
  audits: 'What was proved last, by subject',
  identity: 'Submissions that wait for review',
  loans: 'Applications that wait',
  proofs: 'Proofs of deposits that wait',
  wires: 'Deposits by bank that nobody has decided',
  claims: 'Claims of VIP levels that nobody has fulfilled',
  support: 'Who waits for an answer',
};

/** What a report is called: of a list its title, of a queue that of its page. */
const TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LIST_NAMES.map((list) => [list, findList(list).title])),
  ...QUEUE_TITLES,
  'withdrawals-now': 'Withdrawals that wait',
};
const titleOf = (report: ReportName) => TITLES[report] ?? report;

/** Kinds of reports, as the page narrows them. */
const KINDS = ['of a day', 'lists'] as const;

export default async function ReportsPage({ searchParams }: { searchParams: ListSearch }) {
  const { kind: asked, name } = await searchParams;
  const kind = KINDS.find((known) => known === asked) ?? null;
  const word = typeof name === 'string' && /^[a-z]{1,40}$/i.test(name) ? name.toLowerCase() : null;
  const views = await ask(reportEndpoints.views, {});
  const day = new Date().toISOString().slice(0, 10);
  const pick = (reports: readonly ReportName[]) =>
    reports.filter((report) => word === null || report.includes(word) || titleOf(report).toLowerCase().includes(word));
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
        <span className="font-strong first-letter:uppercase">{titleOf(report)}</span>
        <span className="text-ink-2 text-small max-md:hidden">{ABOUT[report]}</span>
      </summary>
      <div className="grid gap-2 pt-1 pb-3">
        <p className="text-ink-2 text-small md:hidden">{ABOUT[report]}</p>
        <CsvForm day={day} hasDay={hasDay} label={`Download ${titleOf(report)}`} report={report} />
      </div>
    </details>
  );
}
