'use client';
import { useCallback, useEffect, useState } from 'react';
import * as api from '@/lib/api/notifications';
import { endPush, findPushWorker, subscribePush } from '@/lib/query/push-subscription';
import { useWrite } from '@/lib/query/use-write';

export type PushState = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on';

/** What this browser does with push messages, and how to turn them on and off. `device`: how the exchange knows this one, null: it doesn't. */
export function usePush({ key, device }: { key: string | null; device: string | null }) {
  const [found, setFound] = useState<PushState>('unknown');
  const [isFailed, setFailed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const start = useWrite(api.pushStart);
  const end = useWrite(api.pushEnd);
  const look = useCallback(async () => {
    const worker = await findPushWorker();
    if (worker === null) return setFound('unsupported');
    if (Notification.permission === 'denied') return setFound('denied');
    const isSubscribed = (await worker.pushManager.getSubscription().catch(() => null)) !== null;
    setFound(device !== null && isSubscribed ? 'on' : 'off');
  }, [device]);
  useEffect(() => void look(), [look]);

  async function turnOn(what: string): Promise<void> {
    setFailed(false);
    setAsking(true);
    try {
      const worker = await findPushWorker();
      if (worker === null || key === null || (await Notification.requestPermission()) !== 'granted') return await look();
      const { endpoint, keys = {} } = await subscribePush(worker, key);
      start.send({ endpoint: endpoint ?? '', p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }, what);
    } catch {
      setFailed(true);
    } finally {
      setAsking(false);
    }
  }

  async function turnOff(what: string): Promise<void> {
    end.send({}, what);
    await endPush();
  }

  return { state: found, isFailed, isBusy: isAsking || start.isBusy || end.isBusy, turnOn, turnOff, start, end };
}
