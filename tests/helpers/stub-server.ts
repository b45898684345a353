import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server does with what it is asked: null says 404, 'stall' never answers, 'endless' answers until the connection ends. */
export type StubAnswer = Buffer | string | object | null | 'stall' | 'endless';
export type StubServer = {
  url: string;
  /** Paths that were asked for, in their order. */
  asked: string[];
  /** Connections that ended in the middle of an endless answer. */
  cut: number;
  /** Stands between the truth and who asks. */
  change: (path: string, body: Record<string, unknown>, answer: StubAnswer) => StubAnswer;
  stop(): Promise<void>;
};

/** Opens a server that answers what it is asked over HTTP; JSON for an object, else as it is. */
export async function openStubServer(answer: (path: string, body: Record<string, unknown>) => StubAnswer): Promise<StubServer> {
  const stub = { asked: [] as string[], cut: 0, change: (_path: string, _body: Record<string, unknown>, given: StubAnswer) => given };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const path = request.url ?? '';
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    stub.asked.push(path);
    const given = stub.change(path, body, answer(path, body));
    if (given === 'stall') return;
    if (given === 'endless') {
      response.on('close', () => {
        stub.cut += 1;
      });
      return writeEndlessly(response);
    }
    if (given === null) response.writeHead(404).end('not found');
    else response.end(Buffer.isBuffer(given) || typeof given === 'string' ? given : JSON.stringify(given));
  });
  // Connections that idle end by the one who asks: on a busy machine it would send into one that the server has just closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(stub, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const PIECE = 'A'.repeat(64 * 1024);
function writeEndlessly(response: ServerResponse): void {
  while (!response.destroyed && response.write(PIECE));
  response.once('drain', () => writeEndlessly(response));
}
