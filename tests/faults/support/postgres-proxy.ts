import { connect, createServer, type Socket } from 'node:net';

/** When the connection to PostgreSQL breaks: before a COMMIT is forwarded, right after it, or when its answer comes. */
export const CUTS = ['before-commit', 'after-commit', 'at-answer'] as const;
export type Cut = (typeof CUTS)[number];

export type PostgresProxy = {
  /** Address of the same database through the line. */
  url: string;
  /** Asked at each COMMIT: how the line breaks at this one, null for not at all. */
  chooseCut: () => Cut | null;
  /** Cuts so far, by kind. */
  cuts: Record<Cut, number>;
  /** Breaks every connection that stands just now. */
  cutAll(): void;
  close(): Promise<void>;
};

/** Opens a TCP proxy to PostgreSQL that a test can cut around a COMMIT. */
export async function openPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<{ client: Socket; upstream: Socket }>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair = { client, upstream };
    pairs.add(pair);
    let isCutAtAnswer = false;
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      const cut = chunk.includes('COMMIT') ? line.chooseCut() : null;
      if (cut !== null) line.cuts[cut] += 1;
      if (cut === 'before-commit') return end();
      if (cut === 'at-answer') isCutAtAnswer = true;
      upstream.write(chunk, () => {
        if (cut === 'after-commit') end();
      });
    });
    upstream.on('data', (chunk) => {
      if (isCutAtAnswer) return end();
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  const cutAll = () => {
    for (const { client, upstream } of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  };
  const line: PostgresProxy = {
    url: url.href,
    chooseCut: () => null,
    cuts: { 'before-commit': 0, 'after-commit': 0, 'at-answer': 0 },
    cutAll,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
  return line;
}
