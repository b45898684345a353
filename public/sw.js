// The service worker: one file, a section for each thing it does. It keeps no page, no figure and no answer of /api; what it keeps is what a
// browser without a line needs to say so. Sections: offline, push.

/* ---- Offline ------------------------------------------------------------------------------------------------------------------------ */

/** Changed whenever a file of the shell is: the old one is thrown away. */
const SHELL = 'candor-shell-3';
const OFFLINE = '/offline.html';
const SHELL_FILES = [OFFLINE, '/offline.js', '/icon.svg', '/icon-192.png'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) => shell.addAll(SHELL_FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('candor-shell-') && name !== SHELL) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// Only a page that is gone to, and what the offline page needs, is looked at, and only when the network gives no answer at all: reads, writes and
// streams are never touched.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isShell = origin === self.location.origin && SHELL_FILES.includes(pathname);
  if (request.method !== 'GET' || (request.mode !== 'navigate' && !isShell)) return;
  event.respondWith(
    fetch(request).catch(async (failure) => {
      const kept = await caches.match(isShell ? pathname : OFFLINE);
      if (kept === undefined) throw failure;
      return kept;
    }),
  );
});

/* ---- Push --------------------------------------------------------------------------------------------------------------------------- */

/** An app that doesn't answer is one that can't be asked. */
const ASK_MS = 5_000;

/**
 * Says whether a message is for the device that is signed in here: 'yes', 'no', or 'unknown' when the app can't be asked. A device that takes none, or
 * that nobody is signed in on, ends its subscription: what else waits for it never comes.
 */
async function judge(to) {
  try {
    const answer = await fetch('/api/notifications/settings', { cache: 'no-store', signal: AbortSignal.timeout(ASK_MS) });
    if (!answer.ok && answer.status !== 401) return 'unknown';
    const device = answer.ok ? (await answer.json()).push.device : null;
    if (device === null) await (await self.registration.pushManager.getSubscription())?.unsubscribe();
    return device !== null && device === to ? 'yes' : 'no';
  } catch {
    return 'unknown';
  }
}

// Shows what the exchange says, and opens it when it is tapped; the words come encrypted, and nothing of them is kept. What was sent before the
// device was signed out, or to who had the browser before, is not shown: it may come hours later.
self.addEventListener('push', (event) => {
  const read = () => {
    try {
      return event.data.json();
    } catch {
      return null;
    }
  };
  const told = read();
  if (typeof told?.title !== 'string') return;
  const { title, body, veiled, tag, lang, path, to } = told;
  const show = async () => {
    const isFor = await judge(to);
    const common = { tag, lang, icon: '/icon-192.png', data: { path } };
    if (isFor === 'yes') await self.registration.showNotification(title, { body, ...common });
    else if (isFor === 'unknown' && typeof veiled === 'string') await self.registration.showNotification(veiled, common);
  };
  event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // A page of this app, whatever the message says.
  const { origin } = self.location;
  const asked = new URL(String(event.notification.data?.path ?? '/'), origin);
  const url = asked.origin === origin ? asked.href : origin;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const same = pages.find((page) => page.url === url);
    // Another page may hold what is half written: it is left as it is.
    return same === undefined ? self.clients.openWindow(url) : same.focus();
  };
  event.waitUntil(open());
});
