import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getFreePort } from './free-port';

const CHAIN_ID = 31_337;
const START_MS = 120_000;

export type Anvil = {
  url: string;
  chainId: number;
  /** One that has coins and needs no signature. */
  rich: string;
  ask<T>(method: string, params?: readonly unknown[]): Promise<T>;
  mine(blocks?: number): Promise<void>;
  /** Replaces the last blocks by empty ones. */
  reorganise(depth: number): Promise<void>;
  send(transaction: Record<string, string>): Promise<string>;
  stop(): Promise<void>;
};

/** Starts a real EVM chain that mines when it is told to. */
export async function startAnvil(): Promise<Anvil> {
  const port = await getFreePort();
  const program = join(import.meta.dirname, '../../node_modules/.bin/anvil');
  const args = ['--port', String(port), '--no-mining', '--accounts', '2', '--silent', '--chain-id', String(CHAIN_ID)];
  // What npm installs starts the chain as a child of its own: only the whole group ends with it.
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const url = `http://127.0.0.1:${port}`;
  const ask = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => askNode(url, method, params);
  await waitFor(child, () => ask('eth_chainId'));
  const [rich = ''] = await ask<string[]>('eth_accounts');
  return {
    url,
    chainId: CHAIN_ID,
    rich,
    ask,
    mine: async (blocks = 1) => {
      for (let block = 0; block < blocks; block += 1) await ask('evm_mine');
    },
    reorganise: (depth) => ask('anvil_reorg', [depth, []]),
    send: (transaction) => ask('eth_sendTransaction', [{ from: rich, gas: '0x100000', ...transaction }]),
    async stop() {
      if (child.exitCode !== null || child.pid === undefined) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

async function askNode<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = (await answer.json()) as { result: T; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function waitFor(child: ChildProcess, look: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      await look();
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > until) throw new Error('anvil did not start', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** What a node in between does to an answer; `isStalled` keeps every answer back, `before` answers in the place of the node behind. */
export type Tampering = {
  isStalled: boolean;
  before: (method: string, params: readonly unknown[]) => { result: unknown } | null;
  change: (method: string, params: readonly unknown[], result: unknown) => unknown;
};
export type TamperedNode = Tampering & { url: string; stop(): Promise<void> };

/** Opens a node before another one that tells the truth until its `change` is set. */
export async function openTamperedNode(behind: string): Promise<TamperedNode> {
  const tampering: Tampering = { isStalled: false, before: () => null, change: (_method, _params, result) => result };
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (tampering.isStalled) return;
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { id: number; method: string; params: unknown[] };
    response.setHeader('content-type', 'application/json');
    try {
      const own = tampering.before(method, params);
      const result = own === null ? await askNode(behind, method, params) : own.result;
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: tampering.change(method, params, result) }));
    } catch (error) {
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: String(error) } }));
    }
  });
  // As at `openStubServer`.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(tampering, {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
