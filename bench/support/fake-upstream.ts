import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FakeUpstream = {
  /** Base of its calls, ending in `/api`. */
  base: string;
  /** How often each path was asked for. */
  calls: Map<string, number>;
  /** Sends one event to everyone who reads its stream. */
  send(event: string, data: unknown): void;
  close(): Promise<void>;
};

/** Starts a backend that answers each path with a text, and everything else with an empty success, and whose stream a measurement drives. */
export async function startFakeUpstream(answers: Record<string, () => Promise<string> | string>): Promise<FakeUpstream> {
  const calls = new Map<string, number>();
  const readers = new Set<ServerResponse>();
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?')[0]?.replace(/^\/api/, '') ?? '';
    calls.set(path, (calls.get(path) ?? 0) + 1);
    if (path === '/x/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      readers.add(response);
      request.socket.once('close', () => readers.delete(response));
      return;
    }
    const answer = await answers[path]?.();
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer ?? '{"status":1,"info":{},"url":""}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    calls,
    send(event, data) {
      const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      for (const reader of readers) reader.write(text);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
