const NAME = 'candor-account';

/** What a tab tells the others: somebody signed out, or the session may belong to another account now. */
export type AccountMessage = 'signed-out' | 'changed';

/** Tells the other tabs. Browsers without the channel find out when a tab is looked at again, and with their next write. */
export function broadcastToTabs(news: AccountMessage): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Hears of the other tabs; returns what ends it. */
export function onTabMessage(listener: (news: AccountMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    if (data === 'signed-out' || data === 'changed') listener(data);
  };
  return () => channel.close();
}
