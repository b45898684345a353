import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpProxy = {
  /** Where a browser reaches the product over this line. */
  origin: string;
  /** Cuts every connection and refuses new ones, or lets them through again. */
  cut(isCut: boolean): void;
  close(): Promise<void>;
};

/** Opens a TCP proxy to the running product whose connections a test can cut: switching a browser offline leaves an open event stream alive. */
export async function openTcpProxy(): Promise<TcpProxy> {
  const port = Number(new URL(process.env.E2E_ORIGIN ?? '').port);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut(next) {
      isCut = next;
      if (isCut) for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
