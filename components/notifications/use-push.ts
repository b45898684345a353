'use client';
import { useCallback, useEffect, useState } from 'react';
import * as api from '@/lib/api/notifications';
import { useWrite } from '@/lib/query/use-write';

export type PushState = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on';

/** Returns the registered service worker of a browser that can take messages; null: it can't. */
async function findWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration('/')) ?? null;
}

const toBytes = (key: string) => Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** Subscribes this browser under the key of the house; a subscription under an older one is ended first. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: toBytes(key) };
  try {
    return await pushManager.subscribe(options);
  } catch (failure) {
    const older = await pushManager.getSubscription();
    if (older === null) throw failure;
    await older.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** What this browser does with push messages, and how to turn them on and off. `isHere`: the exchange knows of this device. */
export function usePush({ key, isHere }: { key: string | null; isHere: boolean }) {
  const [found, setFound] = useState<PushState>('unknown');
  const [isFailed, setFailed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const start = useWrite(api.pushStart);
  const end = useWrite(api.pushEnd);
  const look = useCallback(async () => {
    const worker = await findWorker();
    if (worker === null) return setFound('unsupported');
    if (Notification.permission === 'denied') return setFound('denied');
    const isSubscribed = (await worker.pushManager.getSubscription().catch(() => null)) !== null;
    setFound(isHere && isSubscribed ? 'on' : 'off');
  }, [isHere]);
  useEffect(() => void look(), [look]);

  async function turnOn(what: string): Promise<void> {
    setFailed(false);
    setAsking(true);
    try {
      const worker = await findWorker();
      if (worker === null || key === null || (await Notification.requestPermission()) !== 'granted') return await look();
      const { endpoint, keys = {} } = (await subscribe(worker, key)).toJSON();
      start.send({ endpoint: endpoint ?? '', p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }, what);
    } catch {
      setFailed(true);
    } finally {
      setAsking(false);
    }
  }

  async function turnOff(what: string): Promise<void> {
    end.send({}, what);
    await (await findWorker())?.pushManager.getSubscription().then((subscription) => subscription?.unsubscribe());
  }

  return { state: found, isFailed, isBusy: isAsking || start.isBusy || end.isBusy, turnOn, turnOff, start, end };
}
