import type { ObjectKind } from '../operator/objects';
import { LIST_NAMES, type ListName } from '../operator/lists';
import type { QueueName } from '../operator/queues';

/** One page of the console's navigation; `may` is the act without which it is not shown there, `holds` what else belongs to it. */
export type ConsolePage = { href: string; label: string; may?: string; holds?: readonly string[] };

export const QUEUE_TITLES: Readonly<Record<QueueName, string>> = {
  identity: 'Identity',
  loans: 'Loans',
  proofs: 'Deposit proofs',
  wires: 'Bank transfers',
  claims: 'VIP claims',
  support: 'Support',
};

/** Pages that show a list whole beside what is done there; the others have one of their own. */
const LIST_PAGES: Partial<Record<ListName, string>> = {
  users: 'users',
  answers: 'answers',
  approvals: 'requests',
  audits: 'audit',
  log: 'log',
};

/** Where a list is shown whole, with its filters. */
export function hrefOfList(list: ListName): string {
  return `/operator/${LIST_PAGES[list] ?? `lists/${list}`}`;
}

/** Addresses of lists and of objects. */
const below = (lists: readonly ListName[], kinds: readonly ObjectKind[]): string[] => [
  ...lists.map(hrefOfList),
  ...kinds.map((kind) => `/operator/objects/${kind}`),
];

export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { href: '/operator', label: 'Today' },
  { href: '/operator/requests', label: 'Approvals' },
  { href: '/operator/withdrawals', label: 'Withdrawals', may: 'cases.read' },
  ...Object.entries(QUEUE_TITLES).map(([queue, label]) => ({ href: `/operator/queues/${queue}`, label, may: 'cases.read' })),
  { href: '/operator/answers', label: 'Saved answers', may: 'support.save-answer' },
  { href: '/operator/users', label: 'Users', may: 'users.read' },
  { href: '/operator/treasury', label: 'Treasury', holds: below(['pools', 'wallets', 'reorganisations', 'by-hand'], ['pool', 'network']) },
  {
    href: '/operator/markets',
    label: 'Markets and risk',
    holds: below(['markets', 'positions', 'liquidations', 'incidents'], ['market', 'incident']),
  },
  {
    href: '/operator/products',
    label: 'Products',
    holds: below(['registry', 'announcements', 'presales'], ['entry', 'announcement', 'presale']),
  },
  { href: '/operator/lists/help', label: 'Help texts', holds: below([], ['help']) },
  { href: '/operator/reports', label: 'Reports', may: 'reports.read' },
  { href: '/operator/jobs', label: 'Jobs', holds: below(['jobs', 'aside', 'events', 'consumers'], ['job', 'row', 'event', 'consumer']) },
  { href: '/operator/audit', label: 'Audit', may: 'log.read' },
  { href: '/operator/log', label: 'Log', may: 'log.read' },
  { href: '/operator/me', label: 'Your settings' },
];

/** Where a queue of the page Today is. */
export function hrefOfQueue(name: string): string {
  if (name === 'approvals') return '/operator/requests';
  return Object.hasOwn(QUEUE_TITLES, name) ? `/operator/queues/${name}` : `/operator/${name}`;
}

/** What a queue is called in the navigation. */
export function titleOfQueue(name: string): string {
  return CONSOLE_PAGES.find(({ href }) => href === hrefOfQueue(name))?.label ?? name;
}

/** Where an object is that has no page of its own: what operators did about it, and what waits. */
export function hrefOfObject(kind: ObjectKind, id: string): string {
  return `/operator/objects/${kind}/${encodeURIComponent(id)}`;
}

/** Which page of a timeline is shown: behind which open request, below which row of the log. */
export type TimelinePage = { after: string | null; before: number | null };

const NUMBER = /^[1-9][0-9]{0,17}$/;
const hrefOfCase = (queue: string, id: string) =>
  queue === 'withdrawals' ? `/operator/withdrawals/${id}` : `/operator/queues/${queue}/${id}`;
const ofObject = (kind: ObjectKind) => (target: string) => hrefOfObject(kind, target);
function hrefOfLooked(list: string): string | null {
  if (list === 'withdrawals') return '/operator/withdrawals';
  if (Object.hasOwn(QUEUE_TITLES, list)) return `/operator/queues/${list}`;
  const found = LIST_NAMES.find((name) => name === list);
  return found === undefined ? null : hrefOfList(found);
}
const ofNumber = (href: (target: string) => string) => (target: string) => (NUMBER.test(target) ? href(target) : null);
const ofUser = ofNumber((target) => `/operator/users/${target}`);
const ofCase = (queue: string) => ofNumber((target) => hrefOfCase(queue, target));

const ofNamedCase = (target: string) => {
  const [queue = '', id = ''] = target.split(' ');
  return NUMBER.test(id) ? hrefOfCase(queue, id) : null;
};

/** Where what an act was about is, by the act or by how its name begins; the more exact name stands first. */
const TARGETS: Readonly<Record<string, (target: string) => string | null>> = {
  ...{ 'withdrawals.suspend': ofUser, 'withdrawals.resume': ofUser, 'account.': ofUser, 'users.': ofUser },
  ...{ 'withdrawals.': ofCase('withdrawals'), 'identity.': ofCase('identity'), 'loans.': ofCase('loans'), 'proofs.': ofCase('proofs') },
  ...{
    'deposits.credit': ofNamedCase,
    'wires.enter': ofNamedCase,
    'wires.': ofCase('wires'),
    'support.picture': () => null,
    'support.save': () => null,
    'support.drop': () => null,
  },
  'support.': ofCase('support'),
  'cases.': ofNamedCase,
  ...{
    'markets.': ofObject('market'),
    'networks.': ofObject('network'),
    'pools.': ofObject('pool'),
    'jobs.': ofObject('job'),
    'rows.': ofObject('row'),
  },
  ...{ 'events.give-up': ofObject('consumer'), 'events.': ofObject('event'), 'registry.': ofObject('entry'), 'help.': ofObject('help') },
  'fees.': (target) => hrefOfObject('entry', `product ${target}`),
  ...{ 'announcements.': ofNumber(ofObject('announcement')), 'presale.': ofNumber(ofObject('presale')) },
  'incidents.': ofNumber(ofObject('incident')),
  'lists.': hrefOfLooked,
};

/** Where the page is of what an act was about; null: it has none. */
export function hrefOfTarget(act: string, target: string): string | null {
  const name = Object.keys(TARGETS).find((start) => act.startsWith(start));
  return name === undefined ? null : (TARGETS[name]?.(target) ?? null);
}

const ROW_FACTS: Readonly<Record<string, (value: string) => string | null>> = {
  loan: ofCase('loans'),
  sale: ofNumber(ofObject('presale')),
  user: ofUser,
};

/** Where a fact of an object leads: of a row that was put aside to its loan, its sale and the person whose it is; null: nowhere. */
export function hrefOfFact(kind: ObjectKind, [name, value]: readonly [name: string, value: string]): string | null {
  return kind === 'row' && Object.hasOwn(ROW_FACTS, name) ? (ROW_FACTS[name]?.(value) ?? null) : null;
}

const OBJECT_OF: Partial<Record<ListName, ObjectKind>> = {
  ...{ pools: 'pool', wallets: 'network', reorganisations: 'network', markets: 'market', incidents: 'incident', registry: 'entry' },
  ...{
    announcements: 'announcement',
    presales: 'presale',
    help: 'help',
    jobs: 'job',
    aside: 'row',
    events: 'event',
    consumers: 'consumer',
  },
};

const PEOPLE_LISTS: readonly ListName[] = ['users', 'positions', 'liquidations', 'by-hand'];

/** Where a row of a list leads: to its object, or to the person that it is about; null: nowhere. */
export function hrefOfRow(list: ListName, about: string): string | null {
  const kind = OBJECT_OF[list];
  if (kind !== undefined) return hrefOfObject(kind, about);
  return PEOPLE_LISTS.includes(list) ? `/operator/users/${about}` : null;
}
