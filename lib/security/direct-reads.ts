import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Answers a request by itself, or says that it doesn't. */
export type DirectReads = (request: IncomingMessage, response: ServerResponse) => boolean;

/** On the global object: what watches requests and what answers them are separate bundles of one process. */
const slot = Symbol.for('candor.direct-reads');
const holder = globalThis as { [slot]?: DirectReads };

/** Names what answers reads without the framework's way through a request. */
export function offerDirectReads(answer: DirectReads): void {
  holder[slot] = answer;
}

const joined = new WeakSet<Server>();

/** Lets what was offered go before a server's own listeners, which get every request that it leaves. Once for each server. */
export function joinServer(server: Server): void {
  if (joined.has(server)) return;
  joined.add(server);
  const own = server.listeners('request');
  if (own.length === 0) return;
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (holder[slot]?.(request, response) === true) return;
    for (const listener of own) Reflect.apply(listener, server, [request, response]);
  });
}
