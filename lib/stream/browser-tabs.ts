import type { ShareMessage, Tabs } from './shared-connection';

const PREFIX = 'candor-stream:';

/** Says whether the browser has what tabs need to share; over plain HTTP, but for this machine itself, it has no locks. */
export function canShare(): boolean {
  return typeof BroadcastChannel !== 'undefined' && 'locks' in navigator;
}

/** The browser's own channel and locks, see `Tabs`. */
export const browserTabs: Tabs = {
  join(name, hear) {
    const channel = new BroadcastChannel(PREFIX + name);
    // Only this app's own tabs have the origin, and only those of the same session the name.
    channel.onmessage = ({ data }: MessageEvent<ShareMessage>) => hear(data);
    return { send: (message) => channel.postMessage(message), close: () => channel.close() };
  },
  lock(name, { steal, onGained, onLost }) {
    const waiting = new AbortController();
    let release: (() => void) | null = null;
    let isOver = false;
    const keep = () =>
      new Promise<void>((resolve) => {
        if (isOver) return resolve();
        release = resolve;
        onGained();
      });
    navigator.locks.request(PREFIX + name, steal ? { steal } : { signal: waiting.signal }, keep).catch((error: unknown) => {
      if (isOver) return;
      // Taken away by another tab; a browser that refuses locks as such leaves the tab its own stream.
      if (error instanceof DOMException && error.name === 'AbortError') onLost();
      else onGained();
    });
    return () => {
      isOver = true;
      if (release === null) waiting.abort();
      else release();
    };
  },
};
