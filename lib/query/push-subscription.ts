const toBytes = (key: string) => Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
/** A push service that doesn't answer holds nobody up for longer. */
const END_MS = 1_000;

/** Returns the registered service worker of a browser that can take push messages; null: it can't. */
export async function findPushWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration('/')) ?? null;
}

/** Subscribes this browser under the key of the house; a subscription under an older one is ended first. @throws what the browser says */
export async function subscribePush({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscriptionJSON> {
  const options = { userVisibleOnly: true, applicationServerKey: toBytes(key) };
  try {
    return (await pushManager.subscribe(options)).toJSON();
  } catch (failure) {
    const older = await pushManager.getSubscription();
    if (older === null) throw failure;
    await older.unsubscribe();
    return (await pushManager.subscribe(options)).toJSON();
  }
}

async function unsubscribe(): Promise<void> {
  const subscription = await (await findPushWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Ends this browser's subscription, so that nothing comes that was sent while somebody else was signed in. Never throws. */
export async function endPush(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, END_MS));
  await Promise.race([unsubscribe().catch(() => undefined), late]);
}
