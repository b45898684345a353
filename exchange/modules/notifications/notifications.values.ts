import { z } from 'zod';
import { decimalField, idField, marketField, signedDecimalField } from '../../../lib/protocol/fields';
import { BOOK_KINDS } from '../../../lib/protocol/wire';
import { NOTIFICATION_VALUE_MAX, type NotificationKind, type NotificationValues } from '../../../lib/rules/notifications';
import { SECURITY_CHANGES } from '../../../lib/rules/security';
import { SETTLED_HOW } from '../presale/presale.events';
import { WITHDRAWAL_NEWS } from '../withdrawals/withdrawals.events';
import { STAKING_VALUES } from './notifications.staking';

const text = z.string().min(1).max(NOTIFICATION_VALUE_MAX);
/** A caller without a browser has empty names, and nobody bounds what one calls itself. */
const device = z.string().transform((name) => name.slice(0, 200));
const order = { product: z.enum(BOOK_KINDS), order: idField, market: marketField, base: text, quote: text };
const hosted = { hosted: idField, amount: decimalField };
/** What each kind says. A row that doesn't is not written. */
export const VALUES = {
  'order-filled': z.object({ ...order, side: z.enum(['buy', 'sell']), quantity: decimalField, price: decimalField }),
  'order-ended': z.object({ ...order, quantity: decimalField, filled: decimalField, reason: text }),
  'order-triggered': z.object({
    ...order,
    trigger: z.enum(['stop', 'take_profit', 'stop_loss']),
    quantity: decimalField,
    price: decimalField,
  }),
  'position-liquidated': z.object({ ...order, quantity: decimalField, mark: decimalField, lost: decimalField }),
  'position-reduced': z.object({ ...order, quantity: decimalField, price: decimalField }),
  'perpetual-terms': z.object({ market: marketField, base: text, quote: text, level: decimalField, rate: decimalField, until: text }),
  'contract-settled': z.object({
    contract: idField,
    market: marketField,
    base: text,
    quote: text,
    result: z.enum(['won', 'lost', 'refunded']),
    stake: decimalField,
    paid: decimalField,
  }),
  'money-credited': z.object({ source: z.enum(['faucet', 'demo']), asset: text, amount: decimalField }),
  'deposit-seen': z.object({ asset: text, amount: decimalField, network: text, confirmations: text }),
  'deposit-orphaned': z.object({ asset: text, amount: decimalField, network: text }),
  withdrawal: z.object({
    news: z.enum(WITHDRAWAL_NEWS),
    asset: text,
    amount: decimalField,
    arrives: decimalField,
    ending: text,
    reason: z.string().max(NOTIFICATION_VALUE_MAX),
  }),
  'deposit-credited': z.object({ asset: text, amount: decimalField, network: text, how: z.literal('hand').optional() }),
  converted: z.object({ from: text, to: text, amount: decimalField, received: decimalField }),
  'small-converted': z.object({ coins: decimalField, to: text, received: decimalField }),
  ...STAKING_VALUES,
  'hosting-credited': z.object({ ...hosted, paid: decimalField, fee: decimalField }),
  'hosting-ends-soon': z.object({ ...hosted, until: z.iso.datetime() }),
  'hosting-ended': z.object({
    ...hosted,
    how: z.enum(['ended', 'redeemed', 'stopped', 'cancelled']),
    returned: decimalField,
    income: signedDecimalField,
  }),
  'loan-paid-out': z.object({ loan: idField, amount: decimalField, until: z.iso.datetime() }),
  'loan-rejected': z.object({ loan: idField, amount: decimalField }),
  'loan-due-soon': z.object({ loan: idField, hours: text, owed: decimalField }),
  'loan-overdue': z.object({ loan: idField, when: z.enum(['first', 'day']), days: text, owed: decimalField, fee: decimalField }),
  'loan-repaid': z.object({
    loan: idField,
    how: z.enum(['part', 'all', 'automatic', 'withdrawn']),
    paid: decimalField,
    left: decimalField,
  }),
  'loan-written-off': z.object({ loan: idField, amount: decimalField }),
  alert: z.object({
    what: z.enum(['price-up', 'price-down', 'move', 'funding', 'liquidation', 'loan', 'term']),
    level: decimalField,
    market: marketField.optional(),
    base: text.optional(),
    quote: text.optional(),
    minutes: text.optional(),
    value: text.optional(),
    loan: idField.optional(),
    position: idField.optional(),
  }),
  'presale-settled': z.object({ how: z.enum(SETTLED_HOW), asset: text, tokens: decimalField, paid: decimalField, back: decimalField }),
  announcement: z.object({ announcement: idField, title: text }),
  'support-answered': z.object({ line: idField }),
  'presale-vested': z.object({ asset: text, tokens: decimalField, left: decimalField }),
  'vip-reached': z.object({ level: text, claim: z.enum(['yes', 'no']) }),
  'reward-credited': z.object({ reward: z.enum(['invitation', 'vip', 'extra']), asset: text, amount: decimalField }),
  'margin-warning': z.object({ market: marketField, base: text, quote: text, mark: decimalField }),
  'break-started': z.object({ until: z.iso.datetime() }),
  'limits-changed': z.object({}),
  'new-device': z.object({ device: z.enum(['known', 'unknown']), browser: device, system: device, place: device }),
  'password-changed': z.object({}),
  'security-changed': z.object({ what: z.enum(SECURITY_CHANGES) }),
  'account-frozen': z.object({ support: text }),
  'account-unfrozen': z.object({}),
  'account-closed': z.object({}),
  'export-ready': z.object({ until: z.iso.datetime() }),
  'proof-answered': z.object({ asset: text, amount: decimalField, answer: text }),
  'identity-submitted': z.object({ until: z.iso.datetime() }),
  'identity-approved': z.object({}),
  'identity-rejected': z.object({ reason: text }),
} as const satisfies Record<NotificationKind, z.ZodType<NotificationValues>>;
