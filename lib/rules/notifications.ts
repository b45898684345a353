import type { BookKind } from '../protocol/wire';
import { toScaled } from './decimal';
import type { SecurityChange } from './security';
import { calculateApr, calculateApy, formatYearlyPercent, RATE_SCALE } from './staking';

/** What a person can be told of, by the group under which they find it and switch it. */
export const NOTIFICATION_KINDS = {
  'order-filled': 'trading',
  'order-ended': 'trading',
  'order-triggered': 'trading',
  'position-liquidated': 'trading',
  'position-reduced': 'trading',
  'perpetual-terms': 'trading',
  'contract-settled': 'trading',
  alert: 'trading',
  'margin-warning': 'trading',
  'money-credited': 'money',
  'deposit-seen': 'money',
  'deposit-orphaned': 'money',
  'deposit-credited': 'money',
  withdrawal: 'money',
  converted: 'money',
  'small-converted': 'money',
  'staking-credited': 'money',
  'staking-ends-soon': 'money',
  'staking-renewed': 'money',
  'staking-ended': 'money',
  'hosting-credited': 'money',
  'hosting-ends-soon': 'money',
  'hosting-ended': 'money',
  'loan-paid-out': 'money',
  'loan-rejected': 'money',
  'loan-due-soon': 'money',
  'loan-overdue': 'money',
  'loan-repaid': 'money',
  'loan-written-off': 'money',
  'reward-credited': 'money',
  'vip-reached': 'money',
  'presale-settled': 'money',
  'presale-vested': 'money',
  announcement: 'news',
  'support-answered': 'news',
  'break-started': 'security',
  'proof-answered': 'money',
  'identity-submitted': 'security',
  'identity-approved': 'security',
  'identity-rejected': 'security',
  'limits-changed': 'security',
  'new-device': 'security',
  'password-changed': 'security',
  'security-changed': 'security',
  'account-frozen': 'security',
  'account-unfrozen': 'security',
  'export-ready': 'security',
  'account-closed': 'security',
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const NOTIFICATION_GROUPS = ['trading', 'money', 'news', 'security'] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

/** Characters of one value; what an operator writes to a member is the longest. */
export const NOTIFICATION_VALUE_MAX = 300;

/** What a text says: decimals, names and codes, never sentences. */
export type NotificationValues = Readonly<Record<string, string>>;

/** Returns the name of the text of a notification: its kind, told apart by the value that changes the sentence. */
export function nameText(kind: NotificationKind, values: NotificationValues): string {
  if (kind === 'vip-reached') return values.claim === 'yes' ? 'vip-reached-claim' : kind;
  if (kind === 'staking-ends-soon') return values.renews === 'yes' ? 'staking-ends-soon-renews' : kind;
  if (kind === 'new-device') return values.device === 'unknown' ? 'new-device-unknown' : kind;
  const { side, trigger, result, source, how, when, what, news, reward } = values;
  const variant = {
    'order-filled': side,
    'order-triggered': trigger,
    'contract-settled': result,
    'money-credited': source,
    'deposit-credited': how,
    'staking-ended': how,
    'hosting-ended': how,
    'loan-repaid': how,
    'loan-overdue': when,
    'security-changed': what,
    alert: what,
    withdrawal: news,
    'reward-credited': reward,
    'presale-settled': how,
  };
  const said = kind in variant ? variant[kind as keyof typeof variant] : undefined;
  return said === undefined ? kind : `${kind}-${said.replace('_', '-')}`;
}

/** What a notification is about, for the link to it; null where there is nothing to open: an account that is closed opens nothing. */
export type NotificationSubject =
  | { subject: 'order'; id: string; product: BookKind }
  | { subject: 'market'; market: string; product: BookKind }
  | { subject: 'position'; market: string }
  | { subject: 'contracts' }
  | { subject: 'sessions' }
  | { subject: 'protection' }
  | { subject: 'limits' }
  | { subject: 'data' }
  | { subject: 'loan'; id: string }
  | { subject: 'identity' }
  | { subject: 'proofs' }
  | { subject: 'coin'; asset: string }
  | { subject: 'deposits' }
  | { subject: 'staking' }
  | { subject: 'hosting' }
  | { subject: 'invitations' }
  | { subject: 'vip' }
  | { subject: 'presale' }
  | { subject: 'announcements' }
  | { subject: 'support' }
  | { subject: 'withdrawals' }
  | null;

/** Changes that are seen, and undone, where they were made; of the others one looks who is signed in, and freezes the account there. */
const OF_PROTECTION: ReadonlySet<string | undefined> = new Set<SecurityChange>([
  'email-changed',
  'phrase-changed',
  'settings-locked',
  'wallet-linked',
  'wallet-removed',
]);
const OF_SESSIONS: ReadonlySet<NotificationKind> = new Set([
  'new-device',
  'password-changed',
  'security-changed',
  'account-frozen',
  'account-unfrozen',
]);

/** Returns what a notification is about. */
export function findSubject(
  kind: NotificationKind,
  { order, product, asset, loan, to, market, reward, what }: NotificationValues,
): NotificationSubject {
  if (order !== undefined) return { subject: 'order', id: order, product: product === 'perpetual' ? 'perpetual' : 'spot' };
  if (loan !== undefined) return { subject: 'loan', id: loan };
  // What endangers a position is answered where it is, not where the market is looked at.
  if (market !== undefined && (kind === 'margin-warning' || what === 'liquidation')) return { subject: 'position', market };
  if (market !== undefined && kind === 'perpetual-terms') return { subject: 'market', market, product: 'perpetual' };
  if (kind === 'alert')
    return market === undefined
      ? { subject: 'staking' }
      : { subject: 'market', market, product: what === 'funding' ? 'perpetual' : 'spot' };
  if (kind === 'proof-answered') return { subject: 'proofs' };
  if (kind === 'vip-reached') return { subject: 'vip' };
  if (kind === 'announcement') return { subject: 'announcements' };
  if (kind === 'support-answered') return { subject: 'support' };
  if (kind.startsWith('presale-')) return { subject: 'presale' };
  if (reward !== undefined) return { subject: reward === 'invitation' ? 'invitations' : 'vip' };
  if (kind.startsWith('identity-')) return { subject: 'identity' };
  if (kind === 'export-ready') return { subject: 'data' };
  if (kind === 'contract-settled') return { subject: 'contracts' };
  if (kind === 'break-started' || kind === 'limits-changed') return { subject: 'limits' };
  if (kind === 'security-changed' && OF_PROTECTION.has(what)) return { subject: 'protection' };
  if (OF_SESSIONS.has(kind)) return { subject: 'sessions' };
  if (kind.startsWith('deposit-')) return { subject: 'deposits' };
  if (kind === 'withdrawal') return { subject: 'withdrawals' };
  if (kind === 'converted' || kind === 'small-converted') return to === undefined ? null : { subject: 'coin', asset: to };
  if (kind.startsWith('staking-')) return { subject: 'staking' };
  if (kind.startsWith('hosting-')) return { subject: 'hosting' };
  return kind === 'money-credited' && asset !== undefined ? { subject: 'coin', asset } : null;
}

/** Returns the values with those that follow from them: a daily rate (percent) has its yearly ones beside it, `apr` simple and `apy` with each day's credit reinvested. */
export function completeValues(kind: string, values: NotificationValues): NotificationValues {
  if (kind !== 'staking-renewed' || values.rate === undefined) return values;
  const rate = toScaled(values.rate, RATE_SCALE - 2);
  if (rate === null) return { ...values, apr: '–', apy: '–' };
  return { ...values, apr: formatYearlyPercent(calculateApr(rate)), apy: formatYearlyPercent(calculateApy(rate)) };
}

const FIGURE = /^-?\d+(\.\d+)?$/;
/** Values that are numbers. Others may look like one and are not: a loan's id, a network's address, the end of an address, a title. */
const FIGURES: ReadonlySet<string> = new Set(
  [
    'amount quantity price filled mark lost stake paid value level owed fee left returned income received principal',
    'tokens back arrives rate apr apy minutes hours days day coins confirmations',
  ].flatMap((names) => names.split(' ')),
);

/** Returns whether a value is a number, to be written as such in the reader's language. */
export function isFigure(name: string, value: string): boolean {
  return FIGURES.has(name) && FIGURE.test(value);
}

/** Returns whether a value is a price: of an alert its level and what was reached, where its kind says so. */
export function isPrice(name: string, { what, ...values }: NotificationValues): boolean {
  if (name === 'price' || name === 'mark') return true;
  if (values.market === undefined) return false;
  if (what === 'price-up' || what === 'price-down') return name === 'level' || name === 'value';
  return what === 'liquidation' && name === 'value';
}

/** Returns a text with its `{places}` filled; a place without a value stays as it is. */
export function fillText(text: string, values: NotificationValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
