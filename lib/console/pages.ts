/** One page of the console's navigation; `may` is the act without which it is not shown there. */
export type ConsolePage = { href: string; label: string; may?: string };

export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { href: '/operator', label: 'Today' },
  { href: '/operator/requests', label: 'Approvals' },
  { href: '/operator/withdrawals', label: 'Withdrawals' },
  { href: '/operator/log', label: 'Log', may: 'log.read' },
];
