import texts from '../../../messages/en/notifications.json';
import * as protocol from '../../../lib/protocol/notifications';
import { MODES, PAGE_SIZE } from '../../../lib/protocol/wire';
import { completeValues, fillText, nameText, NOTIFICATION_GROUPS } from '../../../lib/rules/notifications';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { CallSession, RegisteredCall } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { defineConsumer } from '../../platform/event-kinds';
import { offsetOf } from '../../platform/offset-pages';
import type { RetentionRule } from '../../platform/retention';
import { isTimeZone } from '../../../lib/rules/quiet-hours';
import { type Mailer, setLanguage } from '../accounts/accounts';
import { createDigest } from './notifications.digest';
import { describeEvent, HEARD_EVENTS, readAnswered } from './notifications.describe';
import { createPush } from './notifications.push';
import * as repository from './notifications.repository';

const KEPT_DAYS = 180;

const retention: RetentionRule = { name: 'notifications', keptMs: KEPT_DAYS * 86_400_000, remove: repository.removeOld };

const kinds: Record<string, { title: string; text: string }> = texts.kinds;

function toEnglish({ id, kind, values, at, isRead }: repository.NotificationRow) {
  const { title = kind, text = '' } = kinds[nameText(kind, values)] ?? {};
  return { id, title, text: fillText(text, completeValues(kind, values)), time: at, read: isRead };
}

type NotificationDeps = {
  mailer: Pick<Mailer, 'send'>;
  /** Titles of announcements in the language that a user has now, by their numbers. */
  readTitles?(tx: Tx, of: { ids: readonly string[]; userId: string }): Promise<ReadonlyMap<string, string>>;
};
type Rows = readonly repository.NotificationRow[];

/** An announcement is called by its title in the language that its reader has now, whichever it was told in. */
async function nameAnew(rows: Rows, readTitles: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>): Promise<Rows> {
  const ids = rows.flatMap(({ kind, values }) => (kind === 'announcement' ? (values.announcement ?? []) : []));
  if (ids.length === 0) return rows;
  const titles = await readTitles([...new Set(ids)]);
  return rows.map((row) => {
    const title = row.kind === 'announcement' ? titles.get(row.values.announcement ?? '') : undefined;
    return title === undefined ? row : { ...row, values: { ...row.values, title } };
  });
}

function toWire({ id, kind, group, values, mode, at, isRead }: repository.NotificationRow) {
  return { id, kind, group, values, mode, time: at, read: isRead };
}

/** Wires notifications: a consumer turns events into rows, and calls 49 to 51 and our own read and mark them. */
export function createNotificationsModule(
  platform: Platform,
  { mailer, readTitles = () => Promise.resolve(new Map<string, string>()) }: NotificationDeps,
) {
  const { db, clock, events } = platform;
  const withTitles = (userId: string, rows: Rows) => nameAnew(rows, (ids) => readTitles(db.read, { ids, userId }));
  const digest = createDigest({ clock, mailer });
  const push = createPush(platform);
  const publish = (userIds: ReadonlySet<string>) => {
    for (const userId of userIds)
      for (const mode of MODES) events.publish({ kind: 'account', userId, mode, changed: ['notifications'], market: null });
  };
  const consumer = defineConsumer({
    name: 'notifications',
    kinds: HEARD_EVENTS,
    startsAt: 'oldest',
    async handle(tx, happened) {
      const rows = happened.flatMap((event) => {
        const told = describeEvent(event);
        return told === null || event.userId === null
          ? []
          : [{ id: event.id, userId: event.userId, mode: event.mode, at: event.at, ...told }];
      });
      if (rows.length > 0) {
        await repository.addNotifications(tx, rows);
        await digest.plan(tx, rows);
        await push.plan(tx, rows);
      }
      for (const event of happened) {
        const line = readAnswered(event);
        if (line !== null && event.userId !== null) await repository.markAnswersRead(tx, { userId: event.userId, line, at: event.at });
      }
    },
    onHandled: (happened) => publish(new Set(happened.flatMap(({ userId }) => (userId === null ? [] : [userId])))),
  });
  return {
    name: 'notifications',
    features: ['messages'],
    consumers: [consumer],
    jobs: [digest.job],
    retention: [retention, push.retention],
    workers: [push.worker],
    sendPushes: push.sendDue,
    calls: [
      handle(protocol.unreadCount, async (_input, context) => (await repository.readPerson(db.read, sessionOf(context).userId)).unread),
      handle(protocol.notifications, async ({ page }, context) => {
        const { userId } = sessionOf(context);
        const place = { before: null, unread: false, group: null, offset: offsetOf(Number(page ?? 1)), limit: PAGE_SIZE };
        return (await withTitles(userId, await repository.listNotifications(db.read, { userId, ...place }))).map(toEnglish);
      }),
      handle(protocol.markRead, async ({ id }, context) => {
        const { userId } = sessionOf(context);
        const isFound = await db.transaction((tx) => repository.markRead(tx, { userId, id, at: clock.now() }), { kind: 'work' });
        if (!isFound) throw new DomainError('NOT_FOUND');
        publish(new Set([userId]));
        return 'Marked as read';
      }),
      handle(protocol.notificationList, async ({ before, unread, group }, context) => {
        const limit = protocol.NOTIFICATIONS_PAGE;
        const filter = { before: before ?? null, unread: unread === '1', group: group ?? null, limit: limit + 1 };
        const { userId } = sessionOf(context);
        const rows = await repository.listNotifications(db.read, { userId, ...filter });
        const shown = await withTitles(userId, rows.slice(0, limit));
        return { rows: shown.map(toWire), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
      }),
      handle(protocol.notification, async ({ id }, context) => {
        const { userId } = sessionOf(context);
        const row = await repository.findNotification(db.read, { userId, id });
        const [found] = row === null ? [] : await withTitles(userId, [row]);
        if (found === undefined) throw new DomainError('NOT_FOUND');
        return toWire(found);
      }),
      ...createSettingsCalls(platform, push),
      handle(protocol.languageChange, async ({ lang }, context) => {
        await setLanguage(db.read, { userId: sessionOf(context).userId, lang });
        return 'Kept';
      }),
    ],
  } satisfies ExchangeModule & { sendPushes(): Promise<void> };
}

/** Returns the calls by which people say what they hear of, how and when. */
function createSettingsCalls(
  { db }: Pick<Platform, 'db'>,
  push: Pick<ReturnType<typeof createPush>, 'readState' | 'subscribe' | 'end'>,
): RegisteredCall[] {
  const readSettings = async ({ userId, sessionId }: CallSession) => {
    const [person, state] = await Promise.all([repository.readPerson(db.read, userId), push.readState({ userId, sessionId })]);
    const { silent, mailed, unpushed, quiet } = person;
    const groups = NOTIFICATION_GROUPS.map((group) => {
      const isMailed = group === 'security' || mailed.includes(group);
      return { group, counted: !silent.includes(group), mailed: isMailed, pushed: !unpushed.includes(group) };
    });
    return { groups, quiet, push: state };
  };
  return [
    handle(protocol.notificationSettings, (_input, context) => readSettings(sessionOf(context))),
    handle(protocol.notificationSettingsChange, async ({ group, counted, mailed, pushed }, context) => {
      const { userId } = sessionOf(context);
      const set = (column: 'silent' | 'mailed' | 'unpushed', isIn: boolean) =>
        db.transaction((tx) => repository.setTopic(tx, { userId, column, group, isIn }), { kind: 'work' });
      if (counted !== undefined) await set('silent', counted === 'no');
      if (mailed !== undefined) await set('mailed', mailed === 'yes');
      if (pushed !== undefined) await set('unpushed', pushed === 'no');
      return readSettings(sessionOf(context));
    }),
    handle(protocol.quietHours, async ({ from, until, zone }, context) => {
      const { userId } = sessionOf(context);
      const isNone = from === undefined && until === undefined && zone === undefined;
      const quiet =
        from === undefined || until === undefined || zone === undefined ? null : { from: Number(from), until: Number(until), zone };
      if (!isNone && (quiet === null || quiet.from === quiet.until || !isTimeZone(quiet.zone)))
        throw new DomainError('QUIET_HOURS_REFUSED');
      await db.transaction((tx) => repository.setQuiet(tx, { userId, quiet }), { kind: 'work' });
      return readSettings(sessionOf(context));
    }),
    handle(protocol.pushStart, async ({ endpoint, p256dh, auth }, context) => {
      const { userId, sessionId } = sessionOf(context);
      await push.subscribe({ userId, sessionId }, { endpoint, p256dh, auth });
      return readSettings(sessionOf(context));
    }),
    handle(protocol.pushEnd, async (_input, context) => {
      const { userId, sessionId } = sessionOf(context);
      await push.end({ userId, sessionId });
      return readSettings(sessionOf(context));
    }),
  ];
}
