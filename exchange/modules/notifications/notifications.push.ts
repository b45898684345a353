import { brand } from '../../../lib/brand';
import { DEFAULT_LOCALE } from '../../../lib/protocol/wire';
import { isPushEndpoint } from '../../../lib/rules/push';
import { completeValues, fillText, nameText, type NotificationGroup } from '../../../lib/rules/notifications';
import { findQuietEnd } from '../../../lib/rules/quiet-hours';
import type { Worker } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { RetentionRule } from '../../platform/retention';
import { MAIL_TEXTS } from '../accounts/accounts';
import { type PushKey, readPushKey } from './notifications.push-key';
import * as repository from './notifications.push.repository';
import { type PushMessage, sendPush, type Subscription } from './notifications.push-send';
import { readPerson } from './notifications.repository';
import { writeValues } from './notifications.digest';

/** What comes within so long after the first is one message. */
const GATHER_MS = 3_000;
/** Between two messages of a group to a browser; security waits for none. */
const GAP_MS = 60_000;
/** What is older isn't news any more. */
const NEWS_MS = 24 * 3_600_000;
const ROUND_MS = 1_000;
/** Messages of one round, and how many at once: a service that is slow holds up the others of its round alone. */
const ROUND_MAX = 200;
const LANES = 4;
/** Whoever sends has so long until another process may. */
const LEASE_MS = 60_000;
const RETRY_FIRST_MS = 30_000;
const RETRY_MAX_MS = 3_600_000;
const TRIES_MAX = 6;
/** Browsers of one person. */
export const PUSH_DEVICES_MAX = 10;
/** A message has 4096 bytes at a push service, encrypted. */
const BODY_MAX = 600;

type New = { userId: string; group: NotificationGroup; at: number };
type Device = { userId: string; sessionId: string };
type Sending = { turn: repository.Turn; newest: repository.PushedRow; message: PushMessage };

/** Returns the pushing of notifications to browsers: at least once each, newest first when several wait, not in quiet hours; security always. */
export function createPush({ db, clock, log, metrics, env }: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics' | 'env'>) {
  const results = metrics.counter({ name: 'push_messages_total', help: 'Tries to push a message, by result', labelNames: ['result'] });
  const isLoopbackTaken = env.sandbox && env.publicOrigin === null;
  let made: Promise<PushKey | null> | null = null;
  const readKey = () => {
    made ??= readPushKey(env).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };

  /** Takes a turn: what is to be sent, or `done` when nothing is; null when no turn is due. */
  async function take(tx: Tx): Promise<Sending | 'done' | null> {
    const now = clock.now();
    const turn = await repository.takeTurn(tx, { now, againAt: now + LEASE_MS });
    if (turn === null) return null;
    const { group, pushedId, pushedAt } = turn;
    const end = async (dueAt: number | null) => {
      await repository.endTurn(tx, { ...turn, pushedId, pushedAt, dueAt });
      return 'done' as const;
    };
    if (!turn.isStanding) {
      await repository.endSubscription(tx, turn);
      return 'done';
    }
    const { unpushed, quiet } = await readPerson(tx, turn.userId);
    if (unpushed.includes(group)) return end(null);
    const since = Math.max(turn.since, now - NEWS_MS);
    const found = await repository.findUnpushed(tx, { ...turn, since });
    if (found === null) return end(null);
    const isUrgent = group === 'security';
    const quietEnd = isUrgent || quiet === null ? null : findQuietEnd(quiet, now);
    const freeAt = Math.max(quietEnd ?? 0, isUrgent ? 0 : pushedAt + GAP_MS);
    if (freeAt > now) return end(freeAt);
    return { turn, newest: found.row, message: writePush(turn, found) };
  }

  async function settle({ turn, newest, message }: Sending, key: PushKey): Promise<void> {
    const sent = await sendPush(turn, message, { key, isUrgent: turn.group === 'security', isLoopbackTaken });
    results.inc({ result: sent.result });
    const now = clock.now();
    const { id, group, tries } = turn;
    await db.transaction(
      async (tx) => {
        if (sent.result === 'gone') return repository.endSubscription(tx, turn);
        // Looked at again at once: something may have come while this was sent.
        if (sent.result === 'taken') return repository.endTurn(tx, { id, group, pushedId: newest.id, pushedAt: now, dueAt: now });
        log.warn({ subscription: id, group, tries, why: sent.why }, 'a push message was not taken');
        if (tries >= TRIES_MAX) return repository.endTurn(tx, { id, group, pushedId: newest.id, pushedAt: now, dueAt: now });
        const waitMs = Math.max(sent.waitMs ?? 0, Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (tries - 1)));
        return repository.putOffTurn(tx, { id, group, dueAt: now + waitMs });
      },
      { kind: 'work' },
    );
  }

  /** Sends what is due. */
  async function sendDue(): Promise<void> {
    const key = await readKey();
    if (key === null) return;
    let left = ROUND_MAX;
    const runLane = async () => {
      for (; left > 0; left -= 1) {
        if (!(await repository.hasDueTurn(db.read, clock.now()))) return;
        const taken = await db.transaction(take, { kind: 'work' });
        if (taken === null) return;
        if (taken !== 'done') await settle(taken, key);
      }
    };
    await Promise.all(Array.from({ length: LANES }, runLane));
  }

  return {
    sendDue,
    worker: createRounds(sendDue, (error) => log.warn({ err: error }, 'push messages wait for the database')),
    retention: { name: 'push subscriptions', keptMs: 0, remove: repository.removeOrphans } satisfies RetentionRule,
    /** Plans messages of what is new, in the transaction that adds it. */
    async plan(tx: Tx, rows: readonly New[]): Promise<void> {
      const news = rows.filter(({ at }) => at > clock.now() - NEWS_MS);
      if (news.length > 0) await repository.planTurns(tx, news, clock.now() + GATHER_MS);
    },
    /** Returns the key that browsers subscribe with, null: nothing is pushed here; and what messages to the device of a session name it. */
    async readState(of: Device): Promise<{ key: string | null; device: string | null }> {
      const [key, device] = await Promise.all([readKey(), repository.findSubscription(db.read, of)]);
      return { key: key?.publicKey ?? null, device };
    },
    /** @throws PUSH_REFUSED for the address of no known push service, FEATURE_NOT_OFFERED, SESSION_REQUIRED */
    async subscribe(device: Device, subscription: Subscription): Promise<void> {
      if ((await readKey()) === null) throw new DomainError('FEATURE_NOT_OFFERED');
      if (!isPushEndpoint(subscription.endpoint, { isLoopbackTaken })) throw new DomainError('PUSH_REFUSED');
      const input = { ...device, ...subscription, now: clock.now(), keepMax: PUSH_DEVICES_MAX };
      if (!(await db.transaction((tx) => repository.setSubscription(tx, input), { kind: 'work' })))
        throw new DomainError('SESSION_REQUIRED');
    },
    end: (device: Device) => db.transaction((tx) => repository.endOwnSubscription(tx, device), { kind: 'work' }),
  };
}

/** Returns the message that says the newest of some notifications, or how many there are, in the language of its reader. */
export function writePush(
  { id: to, lang, group }: Pick<repository.Turn, 'id' | 'lang' | 'group'>,
  { row: { id, kind, values }, count }: { row: repository.PushedRow; count: number },
): PushMessage {
  const locale = lang ?? DEFAULT_LOCALE;
  const { mails, notifications } = MAIL_TEXTS[locale];
  const { title, text } = notifications.kinds[nameText(kind, values)] ?? { title: kind, text: '' };
  const shown = writeValues(completeValues(kind, values), locale);
  const places = { brand: brand.name, count: String(count), group: notifications.filters[group] ?? group };
  const veiled = fillText(mails.digest.subject, places);
  const common = { to, veiled, tag: `${group}-${id}`, lang: locale };
  if (count === 1) {
    const body = fillText(text, shown).slice(0, BODY_MAX);
    return { ...common, title: fillText(title, shown), body, path: `/notifydetails?id=${id}` };
  }
  return { ...common, title: veiled, body: title, path: '/notifiCations' };
}

/** Returns a worker that does a round every so often, one after the other. */
function createRounds(run: () => Promise<void>, onFailure: (error: unknown) => void): Worker {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(() => {
      running = run()
        .catch(onFailure)
        .finally(() => timer !== null && schedule());
    }, ROUND_MS);
    timer.unref();
  };
  return {
    phase: 'upkeep',
    start: () => Promise.resolve(schedule()),
    async stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
