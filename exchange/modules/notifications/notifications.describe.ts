import type { z } from 'zod';
import { millisField } from '../../../lib/protocol/fields';
import type { BOOK_KINDS } from '../../../lib/protocol/wire';
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationValues } from '../../../lib/rules/notifications';
import { fromUnits, toUnits } from '../../platform/decimal';
import type { EventKind, StoredEvent } from '../../platform/event-kinds';
import { announcementTold } from '../announcements/announcements.events';
import { supportAnswered, supportOpened } from '../support/support.events';
import { alertCame } from '../alerts/alerts.events';
import { depositCredited, depositOrphaned, depositSeen } from '../deposits/deposits.events';
import { withdrawalMoved } from '../withdrawals/withdrawals.events';
import { accountClosed } from '../closing/closing.events';
import { exportReady } from '../data-export/data-export.events';
import { converted, smallConverted } from '../convert/convert.events';
import { stakingCredited, stakingEnded, stakingEndsSoon, stakingRenewed } from '../earn/earn.events';
import { hostingCredited, hostingEnded, hostingEndsSoon } from '../hosting/hosting.events';
import { credited } from '../faucet/faucet.events';
import * as loans from '../loans/loans.events';
import { identityApproved, identityRejected, identitySubmitted } from '../identity/identity.events';
import { optionSettled } from '../options/options.events';
import { findMarket } from '../market-data/markets';
import { perpetualEvents } from '../perpetual/perpetual.order-events';
import { breakStarted, limitsChanged } from '../risk-limits/risk-limits.events';
import { securityChanged } from '../security/security.events';
import { houseFrozen, houseUnfrozen, newDevice, passwordChanged } from '../sessions/sessions.events';
import { presaleSettled, presaleVested } from '../presale/presale.events';
import { vipReached } from '../vip/vip.events';
import { REWARD_NAMES, rewardCredited } from '../rewards/rewards.events';
import { proofAnswered } from '../proofs/proofs.events';
import { wireCredited, wireRefused } from '../wires/wires.events';
import { spotEvents } from '../spot/spot.events';
import { sayCredited, sayEnded, sayEndsSoon, sayRenewed } from './notifications.staking';
import { VALUES } from './notifications.values';

export type Told = { kind: NotificationKind; values: NotificationValues };

type Values<K extends NotificationKind> = z.input<(typeof VALUES)[K]>;

function tell<K extends NotificationKind>(kind: K, values: Values<K>): Told {
  return { kind, values: VALUES[kind].parse(values) };
}

/** Decimals of amounts in events. */
const SCALE = 8;
/** Decimals beyond those of its market that a reckoned price is told with: an average lies between two ticks, and nobody reads eight. */
const BEYOND_TICK = 2;

/** Returns a reckoned price, such as an average or a mark, cut to what its sentence says of it (decision 0235); one on the grid stays as it is. */
function tellPrice(market: string, units: bigint): string {
  const shown = Math.min((findMarket(market)?.tickScale ?? SCALE) + BEYOND_TICK, SCALE);
  return fromUnits(units / 10n ** BigInt(SCALE - shown), shown);
}

/** Returns the average price of a fill. `total` above zero. */
function averagePrice(market: string, { totalValue, total }: { totalValue: string; total: string }): string {
  return tellPrice(market, (toUnits(totalValue, SCALE) * 10n ** BigInt(SCALE)) / toUnits(total, SCALE));
}

const tellMark = (market: string, mark: string) => tellPrice(market, toUnits(mark, SCALE));

function coinsOf(market: string): { market: string; base: string; quote: string } {
  const [base = '', quote = ''] = market.split('-');
  return { market, base, quote };
}

type Product = (typeof BOOK_KINDS)[number];
type Filled = z.output<(typeof spotEvents)['filled']['schema']>;
type OrderEnd = z.output<(typeof spotEvents)['ended']['schema']>;

/** What was only begun is told when it ends; a liquidation has an event of its own. */
function tellFilled(product: Product, filled: Filled): Told | null {
  const { order: id, market, side, state, origin, total, totalValue } = filled;
  if (state !== 'filled' || origin === 'liquidation' || total === undefined || totalValue === undefined) return null;
  const about = { product, order: id, ...coinsOf(market), quantity: total, price: averagePrice(market, { totalValue, total }) };
  if (origin === 'auto_deleverage') return tell('position-reduced', about);
  if (origin === 'take_profit' || origin === 'stop_loss') return tell('order-triggered', { ...about, trigger: origin });
  return tell('order-filled', { ...about, side });
}

function tellEnded(product: Product, { order: id, market, reason, quantity, filled }: OrderEnd): Told | null {
  // The order that was reached says enough of its pair.
  if (reason === 'ORDER_PARTNER_ENDED' || quantity === undefined || filled === undefined) return null;
  return tell('order-ended', { product, order: id, ...coinsOf(market), quantity, filled, reason });
}

/** Returns a fraction as percent, exact. */
function toPercent(fraction: string): string {
  return fromUnits(toUnits(fraction, SCALE) * 100n, SCALE);
}

/** What was credited by hand says so. */
const by = (how: 'hand' | undefined) => (how === undefined ? {} : { how });

type AlertCame = z.output<(typeof alertCame)['schema']>;

/** The number of decimals that a percentage is told with. */
const PERCENT_SCALE = 4;

function tellAlert({ kind, subject, direction, level, minutes, value }: AlertCame): Told {
  if (kind === 'loan') return tell('alert', { what: 'loan', level, loan: subject });
  if (kind === 'term') return tell('alert', { what: 'term', level, position: subject });
  if (kind === 'margin') return tell('margin-warning', { ...coinsOf(subject), mark: tellMark(subject, value) });
  const about = { level, ...coinsOf(subject) };
  if (kind === 'price') return tell('alert', { what: `price-${direction}`, ...about, value });
  if (kind === 'liquidation') return tell('alert', { what: 'liquidation', ...about, value: tellMark(subject, value) });
  const percent = fromUnits(toUnits(value, SCALE) / 10n ** BigInt(SCALE - PERCENT_SCALE), PERCENT_SCALE);
  return tell('alert', { what: kind, ...about, value: percent, ...(minutes === null ? {} : { minutes: String(minutes) }) });
}

type Teller = { kind: EventKind; tell(payload: unknown): Told | null };

function from<Schema extends z.ZodType>(kind: EventKind<string, Schema>, toTold: (payload: z.output<Schema>) => Told | null): Teller {
  return { kind: kind as unknown as EventKind, tell: (payload) => toTold(payload as z.output<Schema>) };
}

/** One line a kind of event: what it tells the person whose it is. */
const TELLERS: readonly Teller[] = [
  from(spotEvents.filled, (filled) => tellFilled('spot', filled)),
  from(perpetualEvents.filled, (filled) => tellFilled('perpetual', filled)),
  from(spotEvents.ended, (ended) => tellEnded('spot', ended)),
  from(perpetualEvents.ended, (ended) => tellEnded('perpetual', ended)),
  from(spotEvents.triggered, ({ order: id, market, quantity, stop }) =>
    quantity === undefined || stop === undefined
      ? null
      : tell('order-triggered', { product: 'spot', order: id, ...coinsOf(market), trigger: 'stop', quantity, price: stop }),
  ),
  from(perpetualEvents.liquidated, ({ order: id, market, quantity, mark, lost }) =>
    tell('position-liquidated', { product: 'perpetual', order: id, ...coinsOf(market), quantity, mark: tellMark(market, mark), lost }),
  ),
  from(perpetualEvents.termsTold, ({ market, leverage, maintenance, takesEffectAt }) =>
    tell('perpetual-terms', {
      ...coinsOf(market),
      level: String(leverage),
      rate: toPercent(maintenance),
      until: new Date(takesEffectAt).toISOString(),
    }),
  ),
  from(optionSettled, ({ contract, market, result, stake, paid }) =>
    tell('contract-settled', { contract, ...coinsOf(market), result, stake, paid }),
  ),
  from(credited, ({ source, asset, amount }) => tell('money-credited', { source: source === 'faucet' ? 'faucet' : 'demo', asset, amount })),
  from(depositSeen, ({ asset, amount, network, confirmations }) =>
    tell('deposit-seen', { asset, amount, network, confirmations: String(confirmations) }),
  ),
  from(depositOrphaned, ({ asset, amount, network }) => tell('deposit-orphaned', { asset, amount, network })),
  from(withdrawalMoved, ({ news, asset, amount, arrives, ending, reason }) =>
    tell('withdrawal', { news, asset, amount, arrives, ending, reason: reason ?? '' }),
  ),
  from(depositCredited, ({ asset, amount, network, how }) => tell('deposit-credited', { asset, amount, network, ...by(how) })),
  from(converted, ({ from, to, amount, received }) => tell('converted', { from, to, amount, received })),
  from(smallConverted, ({ coins, to, received }) => tell('small-converted', { coins: String(coins), to, received })),
  from(stakingCredited, (credit) => tell('staking-credited', sayCredited(credit))),
  from(stakingEndsSoon, (soon) => tell('staking-ends-soon', sayEndsSoon(soon))),
  from(stakingRenewed, (renewed) => tell('staking-renewed', sayRenewed(renewed))),
  from(stakingEnded, (ended) => tell('staking-ended', sayEnded(ended))),
  from(hostingCredited, (credit) => tell('hosting-credited', credit)),
  from(hostingEndsSoon, ({ endsAt, ...about }) => tell('hosting-ends-soon', { ...about, until: new Date(endsAt).toISOString() })),
  from(hostingEnded, (ended) => tell('hosting-ended', ended)),
  from(loans.loanPaidOut, ({ loan, amount, due }) => tell('loan-paid-out', { loan, amount, until: new Date(due).toISOString() })),
  from(loans.loanRejected, ({ loan, amount }) => tell('loan-rejected', { loan, amount })),
  from(loans.loanDueSoon, ({ loan, hours, owed }) => tell('loan-due-soon', { loan, hours: String(hours), owed })),
  from(loans.loanOverdue, ({ loan, days, owed, fee }) =>
    tell('loan-overdue', { loan, when: days === 0 ? 'first' : 'day', days: String(days), owed, fee }),
  ),
  from(loans.loanRepaid, (repaid) => tell('loan-repaid', repaid)),
  from(loans.loanWrittenOff, (written) => tell('loan-written-off', written)),
  from(alertCame, tellAlert),
  from(presaleSettled, ({ presale: _sale, ...settled }) => tell('presale-settled', settled)),
  from(presaleVested, ({ presale: _sale, ...vested }) => tell('presale-vested', vested)),
  from(announcementTold, (told) => tell('announcement', told)),
  from(supportAnswered, (answered) => tell('support-answered', answered)),
  from(vipReached, ({ level, isClaim }) => tell('vip-reached', { level: String(level), claim: isClaim ? 'yes' : 'no' })),
  from(rewardCredited, ({ code, asset, amount }) => tell('reward-credited', { reward: REWARD_NAMES[code], asset, amount })),
  from(newDevice, (found) => tell('new-device', { ...found, device: found.browser === '' ? 'unknown' : 'known' })),
  from(passwordChanged, () => tell('password-changed', {})),
  from(securityChanged, ({ what }) => tell('security-changed', { what })),
  from(houseFrozen, ({ support }) => tell('account-frozen', { support })),
  from(exportReady, ({ until }) => tell('export-ready', { until: new Date(until).toISOString() })),
  from(accountClosed, () => tell('account-closed', {})),
  from(houseUnfrozen, () => tell('account-unfrozen', {})),
  from(breakStarted, ({ until }) => tell('break-started', { until: new Date(millisField.parse(until)).toISOString() })),
  from(proofAnswered, ({ asset, amount, answer }) => tell('proof-answered', { asset, amount, answer })),
  from(wireCredited, ({ asset, amount, currency, how }) => tell('deposit-credited', { asset, amount, network: currency, ...by(how) })),
  from(wireRefused, ({ currency: asset, amount, reason }) => tell('proof-answered', { asset, amount, answer: reason })),
  from(identitySubmitted, ({ until }) => tell('identity-submitted', { until: new Date(until).toISOString() })),
  from(identityApproved, () => tell('identity-approved', {})),
  from(identityRejected, ({ reason }) => tell('identity-rejected', { reason })),
  from(limitsChanged, () => tell('limits-changed', {})),
];

const BY_NAME = new Map(TELLERS.map((teller) => [teller.kind.name, teller]));

/** The kinds of events that people are told of. */
const TOLD_EVENTS: readonly EventKind[] = TELLERS.map(({ kind }) => kind);

/** And those that say that somebody knows of it already. */
export const HEARD_EVENTS: readonly EventKind[] = [...TOLD_EVENTS, supportOpened as unknown as EventKind];

/** Returns up to which answer of support its person has read; null for an event of another kind. */
export function readAnswered({ kind, payload }: StoredEvent): string | null {
  return kind === supportOpened.name ? supportOpened.schema.parse(payload).line : null;
}

/** Returns what an event tells its person; null when it is nothing to tell. @throws Error for an event without a person, or with values that its kind hasn't */
export function describeEvent({
  id,
  kind,
  userId,
  payload,
}: StoredEvent): (Told & { group: (typeof NOTIFICATION_KINDS)[NotificationKind] }) | null {
  if (userId === null) throw new Error(`event ${id} of kind ${kind} is nobody's`);
  const told = BY_NAME.get(kind)?.tell(payload) ?? null;
  return told === null ? null : { ...told, group: NOTIFICATION_KINDS[told.kind] };
}
