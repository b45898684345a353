import type { IncomingMessage } from 'node:http';
import { subscribe } from 'node:diagnostics_channel';
import { PEER_HEADER } from './client-ip';

/** Headers by which the parts of this server speak to each other; from outside they are lies. */
const INTERNAL = /^x-(candor|middleware|nextjs-rewritten|invoke|matched)-|^x-nonce$|^x-middleware$/;

/** Removes internal headers that a client sent, and notes the address of the connection. */
export function cleanHeaders(headers: Record<string, string | string[] | undefined>, remoteAddress: string | undefined): void {
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
  if (remoteAddress !== undefined) headers[PEER_HEADER] = remoteAddress;
}

const slot = Symbol.for('candor.own-headers');

/** Cleans the headers of every request to an HTTP server of this process, before anything else reads them. Once per process. */
export function watchOwnHeaders(): void {
  const holder = globalThis as { [slot]?: true };
  if (holder[slot]) return;
  holder[slot] = true;
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    cleanHeaders(request.headers, request.socket.remoteAddress);
  });
}
