import webPush from 'web-push';
import { isPushEndpoint } from '../../../lib/rules/push';
import type { PushKey } from './notifications.push-key';

/** A push service has so long to take a message … */
const TIMEOUT_MS = 10_000;
/** … and keeps it so long for a device that is off. */
const KEPT_S = 12 * 3_600;
const RETRY_AFTER_MAX_MS = 3_600_000;
/** The subscription is over, says the service. */
const GONE: readonly number[] = [404, 410];

export type Subscription = { endpoint: string; p256dh: string; auth: string };
/**
 * What the service worker shows, and what it opens; `tag`: a later one of the same replaces it. It is for the device `to` alone: where the app can't be
 * asked whether that is still signed in, `veiled` is shown, which says nothing of an account.
 */
export type PushMessage = { to: string; title: string; body: string; veiled: string; path: string; tag: string; lang: string };
export type PushResult = { result: 'taken' } | { result: 'gone' } | { result: 'failed'; why: string; waitMs: number | null };

/** Sends one message, encrypted for one browser; nothing of what the service answers is read but its status and how long to wait. Never throws. */
export async function sendPush(
  to: Subscription,
  message: PushMessage,
  { key, isUrgent, isLoopbackTaken }: { key: PushKey; isUrgent: boolean; isLoopbackTaken: boolean },
): Promise<PushResult> {
  if (!isPushEndpoint(to.endpoint, { isLoopbackTaken })) return { result: 'gone' };
  try {
    const { endpoint, p256dh, auth } = to;
    const options = { TTL: KEPT_S, urgency: isUrgent ? 'high' : 'normal', vapidDetails: key } as const;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), options);
    const { 'Content-Length': _length, ...sent } = headers;
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    await answer.body?.cancel();
    if (answer.ok) return { result: 'taken' };
    if (GONE.includes(answer.status)) return { result: 'gone' };
    const after = Number(answer.headers.get('retry-after')) * 1_000;
    return { result: 'failed', why: `status ${answer.status}`, waitMs: after > 0 ? Math.min(after, RETRY_AFTER_MAX_MS) : null };
  } catch (error) {
    return { result: 'failed', why: error instanceof Error ? error.message : String(error), waitMs: null };
  }
}
