import { connect, type Socket } from 'node:net';

export type StreamClients = {
  /** Milliseconds from the moment that an event names to its arrival as a whole, of every event of every client since the last call. */
  takeDelays(): number[];
  /** Stops reading: what comes stays with the system and the server. */
  stall(): void;
  close(): void;
};

/** Opened so many at a time, as a crowd that comes after a restart does, not all in one packet. */
const OPENED_AT_ONCE = 50;
/** The moment of an event: `"updatedAt":"<ISO>"` as the app says it, `"index_at":<ms>` as the backend does. */
const MOMENT = /"(?:updatedAt":"([^"]+)"|index_at":(\d+))/;

/** Opens so many event streams and notes how late each event comes. */
export async function openStreams({ origin, path, count }: { origin: string; path: string; count: number }): Promise<StreamClients> {
  const { hostname, port } = new URL(origin);
  let delays: number[] = [];
  const sockets: Socket[] = [];
  const open = () =>
    new Promise<void>((done, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      let rest = '';
      socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`));
      socket.on('data', (chunk) => {
        rest += chunk.toString('latin1');
        done();
        const end = rest.lastIndexOf('\n\n');
        if (end === -1) return;
        const now = Date.now();
        for (const event of rest.slice(0, end).split('\n\n')) {
          const found = MOMENT.exec(event);
          if (found !== null) delays.push(now - (found[2] === undefined ? Date.parse(String(found[1])) : Number(found[2])));
        }
        rest = rest.slice(end);
      });
      socket.once('error', reject);
      sockets.push(socket);
    });
  for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened) }, open));
  }
  return {
    takeDelays() {
      const taken = delays.sort((a, b) => a - b);
      delays = [];
      return taken;
    },
    stall() {
      for (const socket of sockets) socket.pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
