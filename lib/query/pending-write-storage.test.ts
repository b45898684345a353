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

it('security: signing out leaves nothing of a member in the tab: neither writes nor what was typed for a verification', () => {
  const sessionStorage = createStorage();
  vi.stubGlobal('window', { sessionStorage });
  savePendingWrite('order', { body: {}, text: 'Buy', at: Date.now() });
  sessionStorage.setItem('candor.identity.42', JSON.stringify({ firstName: 'Ada' }));
  sessionStorage.setItem('other', 'of the framework');
  expect(readPendingWrite('order')).not.toBeNull();
  clearPendingWrite();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});
