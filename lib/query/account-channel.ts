const NAME = 'candor-account';

/** Message between tabs: somebody signed out, or the session may belong to another account now. */
export type AccountMessage = 'signed-out' | 'changed';

/** Broadcasts to the other tabs. Without BroadcastChannel they find out when a tab becomes visible, and with their next write. */
export function broadcastToTabs(news: AccountMessage): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Subscribes to messages of the other tabs; returns the function that unsubscribes. */
export function onTabMessage(listener: (news: AccountMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    if (data === 'signed-out' || data === 'changed') listener(data);
  };
  return () => channel.close();
}
