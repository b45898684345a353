import { startPushService } from '../helpers/push-service';
import { expect, expectAccessible, openSheet, placeOrder, signInWithSandboxWallet, test } from './support/test';

/** Events are read, gathered and sent, on a machine that also runs the server. */
const PUSHED_MS = 120_000;
type Keys = { endpoint: string; p256dh: string; auth: string };
type Shown = NotificationOptions & { title: string; close(): void };
type Worker = {
  shown: Shown[];
  registration: ServiceWorkerRegistration;
  clients: { openWindow(url: string): Promise<null> };
  ExtendableEvent: new (type: string) => Event;
  dispatchEvent(event: Event): void;
};

test('a browser that was turned on shows a filled order and opens it; one that is blocked says so', async ({ page, context }) => {
  const service = await startPushService();
  // The browser of tests reaches no push service of its maker's: its subscription is one at ours. One without windows says "denied" whatever was granted.
  await page.addInitScript(({ endpoint, p256dh, auth }: Keys) => {
    const asked = 'test.asked';
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = async () => {
      const answer = await ask();
      // Nobody answers: a person who is asked and says no.
      sessionStorage.setItem(asked, answer === 'granted' ? answer : 'denied');
      return answer;
    };
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem(asked) ?? 'default' });
    const kept = 'test.subscribed';
    const subscription = {
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => void sessionStorage.removeItem(kept),
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem(kept, '1');
      return subscription;
    };
    PushManager.prototype.getSubscription = async () => (sessionStorage.getItem(kept) === null ? null : subscription);
  }, service.subscription);
  await signInWithSandboxWallet(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/notifiCations');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await page.getByText('This browser blocks messages from this site.').waitFor();
  await expectAccessible(page);

  const origin = new URL(page.url()).origin;
  await context.grantPermissions(['notifications'], { origin });
  await page.evaluate(() => sessionStorage.removeItem('test.asked'));
  await page.reload();
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText('On for this device, until it is signed out.')).toBeVisible();
  await expectAccessible(page);
  const order = await placeOrder(page, { symbol: 'ETH-USDT', side: 'buy', kind: 'market', quantity: '0.05' });
  expect(order.status).toBe('filled');
  const isBought = ({ message }: (typeof service.taken)[number]) => message.title === 'Purchase filled';
  await expect.poll(() => service.taken.filter(isBought).length, { timeout: PUSHED_MS }).toBe(1);
  const message = service.taken.find(isBought)?.message;
  expect(message?.body).toMatch(/^Bought 0\.05 ETH at an average price of [\d.,]+ USDT\.$/);

  const worker = context.serviceWorkers()[0];
  // A browser without windows shows none: what the worker asks it to show is kept.
  await worker?.evaluate(() => {
    const scope = self as unknown as Worker;
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ ...options, title, close: () => undefined });
  });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => resolve(registrations[0]?.registrationId ?? ''));
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: JSON.stringify(message) });
  const listShown = () => worker?.evaluate(() => (self as unknown as Worker).shown.map(({ title, body, lang }) => ({ title, body, lang })));
  await expect.poll(listShown).toEqual([{ title: message?.title, body: message?.body, lang: 'en' }]);
  // A tap needs a person: the event is made, and where it leads is read.
  const opened = await worker?.evaluate(async () => {
    const { shown, clients, ExtendableEvent, dispatchEvent } = self as unknown as Worker;
    return new Promise<string>((resolve) => {
      clients.openWindow = async (url) => {
        resolve(url);
        return null;
      };
      dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification: shown[0] }));
    });
  });
  expect(opened).toBe(`${origin}${message?.path}`);
  await page.goto(opened ?? '');
  await expect(page.getByText(/^Bought 0\.05\sETH/)).toBeVisible();

  await page.goto('/notifiCations');
  await page.getByRole('button', { name: 'Turn off for this device' }).click();
  await expect(page.getByText('Off for this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText('On for this device, until it is signed out.')).toBeVisible();
  await page.goto('/tab1');
  await openSheet(page, 'Menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).last().click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('test.subscribed'))).toBeNull();
  await service.stop();
});
