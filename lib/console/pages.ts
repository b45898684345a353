import type { ObjectKind } from '../operator/objects';
import type { QueueName } from '../operator/queues';

/** One page of the console's navigation; `may` is the act without which it is not shown there. */
export type ConsolePage = { href: string; label: string; may?: string };

export const QUEUE_TITLES: Readonly<Record<QueueName, string>> = {
  identity: 'Identity',
  loans: 'Loans',
  proofs: 'Deposit proofs',
  wires: 'Bank transfers',
  claims: 'VIP claims',
  support: 'Support',
};

export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { href: '/operator', label: 'Today' },
  { href: '/operator/requests', label: 'Approvals' },
  { href: '/operator/withdrawals', label: 'Withdrawals' },
  ...Object.entries(QUEUE_TITLES).map(([queue, label]) => ({ href: `/operator/queues/${queue}`, label })),
  { href: '/operator/answers', label: 'Saved answers', may: 'support.save-answer' },
  { href: '/operator/users', label: 'Users', may: 'users.read' },
  { href: '/operator/treasury', label: 'Treasury' },
  { href: '/operator/markets', label: 'Markets and risk' },
  { href: '/operator/products', label: 'Products' },
  { href: '/operator/reports', label: 'Reports', may: 'reports.read' },
  { href: '/operator/jobs', label: 'Jobs' },
  { href: '/operator/audit', label: 'Audit', may: 'log.read' },
  { href: '/operator/log', label: 'Log', may: 'log.read' },
  { href: '/operator/me', label: 'Your sign-in' },
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
