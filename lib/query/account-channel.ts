const NAME = 'candor-account';

/** What a tab tells the others: somebody signed out, or the session may belong to another account now. */
export type AccountNews = 'signed-out' | 'changed';

/** Tells the other tabs. Browsers without the channel find out when a tab is looked at again, and with their next write. */
export function tellTabs(news: AccountNews): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Hears of the other tabs; returns what ends it. */
export function hearTabs(listener: (news: AccountNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    if (data === 'signed-out' || data === 'changed') listener(data);
  };
  return () => channel.close();
}
