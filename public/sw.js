// The service worker: one file, a section for each thing it does. It keeps no page, no figure and no answer of /api; what it keeps is what a
// browser without a line needs to say so. Sections: offline, push.

/* ---- Offline ------------------------------------------------------------------------------------------------------------------------ */

/** Changed whenever a file of the shell is: the old one is thrown away. */
const SHELL = 'candor-shell-2';
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

// Shows what the exchange says, and opens it when it is tapped; the words come encrypted, and nothing of them is kept.
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
  const { title, body, tag, lang, path } = told;
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, icon: '/icon-192.png', data: { path } }));
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
