import { z } from 'zod';
import { brand } from '../../../lib/brand';
import { DEFAULT_LOCALE, type Locale } from '../../../lib/protocol/wire';
import {
  completeValues,
  fillText,
  isFigure,
  isPrice,
  nameText,
  NOTIFICATION_GROUPS,
  type NotificationGroup,
  type NotificationKind,
  type NotificationValues,
} from '../../../lib/rules/notifications';
import { clockOf } from '../../../lib/rules/clock';
import type { Clock } from '../../platform/clock';
import type { Tx } from '../../platform/db';
import { defineDelivery } from '../../platform/job-kinds';
import { scheduleJob, scheduleJobs } from '../../platform/jobs.repository';
import { type Mail, MAIL_TEXTS, type Mailer } from '../accounts/accounts';
import { findMailTurn, GATHER_MS } from './notifications.mail-turns';
import * as mails from './notifications.mails.repository';
import { readPerson } from './notifications.repository';

/** What is older isn't news any more, such as when events are read again from the start. */
const NEWS_MS = 24 * 3_600_000;
/** Notifications that one mail says; of more it says how many. */
export const DIGEST_MAX = 20;
/** Decimals that an amount has at most. */
const FIGURE_DECIMALS_MAX = 18;
const PRICE_DECIMALS_MIN = 2;
/** A mail of its own is sent of these at once. */
const MAILED_ALONE: readonly NotificationKind[] = ['new-device', 'password-changed', 'security-changed', 'support-answered'];

/** Money that came in and money that goes out is mailed whether its group is or not, and was read or not: who took an account over can do both. */
const ALWAYS_MAILED: readonly NotificationKind[] = ['deposit-credited', 'withdrawal'];

type New = { userId: string; group: NotificationGroup; kind: NotificationKind; at: number };

/**
 * Returns the job that mails what somebody hasn't read of the groups that they want mailed, and deposits and withdrawals in any case: one mail a group and
 * hour at most, not in quiet hours; security waits for neither. A closed account is told of security and of what is always mailed.
 */
export function createDigest({ clock, mailer }: { clock: Clock; mailer: Pick<Mailer, 'send'> }) {
  const job = defineDelivery({
    name: 'notification mail',
    payload: z.object({ userId: z.string(), group: z.enum(NOTIFICATION_GROUPS) }),
    async prepare(tx, of, { key, claimedUntil }) {
      const { userId, group } = of;
      const [reader, person, now] = [await mails.findMailReader(tx, userId), await readPerson(tx, userId), clock.now()];
      if (reader === null) return null;
      const isMailed = group === 'security' || (!reader.isClosed && person.mailed.includes(group));
      const again = (dueAt: number) => scheduleJob(tx, job, { key: `${userId}:${group}:${dueAt}`, dueAt, payload: of });
      const topic = { userId, topic: group };
      const { waitUntil, mailedId, phrase } = await findMailTurn(tx, { ...topic, key, now });
      if (waitUntil !== null) {
        await again(waitUntil);
        return null;
      }
      const asked = {
        ...of,
        after: mailedId,
        since: now - NEWS_MS,
        except: MAILED_ALONE,
        limit: DIGEST_MAX,
        always: ALWAYS_MAILED,
        isAll: isMailed,
      };
      const { rows, count } = await mails.listUnmailed(tx, asked);
      const newest = rows[0];
      if (newest === undefined) return null;
      await mails.noteSending(tx, topic, { by: key, until: claimedUntil });
      const lang = reader.lang ?? DEFAULT_LOCALE;
      const mail = {
        to: reader.email,
        userId,
        lang,
        ...(phrase !== null && { phrase }),
        ...writeDigest({ rows: rows.toReversed(), count, group, locale: lang }),
      };
      return {
        send: () => mailer.send(mail, now),
        settle: (noting) => mails.setMailed(noting, { ...topic, mailedId: newest.id, mailedAt: now, by: key, phrase }),
      };
    },
  });
  return {
    job,
    /** Plans mails of what is new, in the transaction that adds it. Planned again it is one job. */
    async plan(tx: Tx, rows: readonly New[]): Promise<void> {
      const planned = new Map<string, Parameters<typeof scheduleJobs>[1][number]>();
      for (const { userId, group, kind, at } of rows) {
        const dueAt = at - (at % GATHER_MS) + GATHER_MS;
        const key = `${userId}:${group}:${dueAt}`;
        if (!MAILED_ALONE.includes(kind)) planned.set(key, { kind: job.name, key, dueAt, payload: { userId, group } });
      }
      await scheduleJobs(tx, [...planned.values()]);
    },
  };
}

/** Writes a time (ms or ISO) in a language, in UTC. */
export function writeTime(at: number | string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC', ...clockOf(locale) });
  return `${format.format(new Date(at))} UTC`;
}

/** A code of the exchange is said in words; what an operator wrote is read in the app alone (decision 0154). */
function sayReason(reason: string, locale: Locale): string {
  const { errors, mails: texts } = MAIL_TEXTS[locale];
  return (Object.hasOwn(errors, reason) ? errors[reason] : undefined) ?? texts.reason;
}

/** Writes the values of a notification for mails and push messages, in a language: numbers exactly as they are, with its signs, prices with two decimals at least; times in UTC. */
export function writeValues(values: NotificationValues, locale: Locale): NotificationValues {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: FIGURE_DECIMALS_MAX });
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: PRICE_DECIMALS_MIN, maximumFractionDigits: FIGURE_DECIMALS_MAX });
  const write = (name: string, value: string) => {
    if (name === 'until') return writeTime(value, locale);
    if (name === 'reason') return sayReason(value, locale);
    if (!isFigure(name, value)) return value;
    return (isPrice(name, values) ? price : number).format(value as `${number}`);
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(name, value)]));
}

/** Returns the mail that says some notifications, oldest first, in one language; times in UTC. */
export function writeDigest(input: {
  rows: readonly Pick<mails.MailedRow, 'kind' | 'values' | 'at'>[];
  count: number;
  group: NotificationGroup;
  locale: Locale;
}): Pick<Mail, 'subject' | 'text' | 'heads'> {
  const { mails: texts, notifications } = MAIL_TEXTS[input.locale];
  const lines = input.rows.map(({ kind, values, at }) => {
    const { title, text } = notifications.kinds[nameText(kind, values)] ?? { title: kind, text: '' };
    return `${title}\n${fillText(text, writeValues(completeValues(kind, values), input.locale))}\n${writeTime(at, input.locale)}`;
  });
  const heads = lines.map((line) => line.slice(0, line.indexOf('\n')));
  const places = { brand: brand.name, count: String(input.count), group: notifications.filters[input.group] ?? input.group };
  const text = fillText(texts.digest.text, { ...places, text: lines.join('\n\n') });
  return { subject: fillText(texts.digest.subject, places), text: `${text}\n\n${texts.foot}`, heads };
}
