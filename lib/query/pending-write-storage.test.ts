import { afterEach, expect, it, vi } from 'vitest';
import { clearPendingWrite, readPendingWrite, savePendingWrite } from './pending-write-storage';

/** As a browser's: what is kept are its own keys. */
const createStorage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  }) as Storage;
afterEach(() => vi.unstubAllGlobals());

const SENT = { body: { text: '\n"'.repeat(1_000), requestId: 'r'.repeat(36) }, text: 'Send', at: Date.now() };

it('the longest message to support is kept over a reload, with every sign written as an escape', () => {
  vi.stubGlobal('window', { sessionStorage: createStorage() });
  savePendingWrite('support', SENT);
  expect(readPendingWrite('support')).toEqual(SENT);
});

it.each(['null', '5', '[]', '{', '{"body":null,"text":"x","at":1}', '{"body":{},"text":1,"at":1}', `{"body":"${'x'.repeat(40_000)}"}`])(
  'error: what another hand left is no write: %.40s',
  (text) => {
    const sessionStorage = createStorage();
    vi.stubGlobal('window', { sessionStorage });
    sessionStorage.setItem('candor.write.order', text);
    expect(readPendingWrite('order', 2)).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
  },
);

it('security: signing out leaves nothing of a member in the tab: neither writes nor what was typed for a verification', () => {
  const [sessionStorage, localStorage] = [createStorage(), createStorage()];
  vi.stubGlobal('window', { sessionStorage, localStorage });
  localStorage.setItem('candor.ticket.42.real.spot.BTC-USDT', 'base 5');
  localStorage.setItem('candor.ticket.spot.BTC-USDT', 'base 5');
  localStorage.setItem('candor.panes', '{}');
  savePendingWrite('order', { body: {}, text: 'Buy', at: Date.now() });
  sessionStorage.setItem('candor.identity.42', JSON.stringify({ firstName: 'Ada' }));
  sessionStorage.setItem('other', 'of the framework');
  expect(readPendingWrite('order')).not.toBeNull();
  clearPendingWrite();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
  expect(Object.keys(localStorage)).toEqual(['candor.panes']);
});
