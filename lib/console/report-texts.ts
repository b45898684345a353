import { findList, LIST_NAMES } from '../operator/lists';
import type { ReportName } from '../operator/reports';
import { QUEUE_TITLES } from './pages';

/** What a report holds. */
export const REPORT_CONTENTS: Readonly<Record<ReportName, string>> = {
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
  consumers: 'Who reads events, how far, and since when nobody does',
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

const TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LIST_NAMES.map((list) => [list, findList(list).title])),
  ...QUEUE_TITLES,
  'withdrawals-now': 'Withdrawals that wait',
};
/** What a report is called: of a list its title, of a queue that of its page. */
export const titleOfReport = (report: ReportName): string => TITLES[report] ?? report;
