import { z } from 'zod';
import { askBounded, SMALL_ANSWER_BYTES_MAX } from './networks.http';

const MESSAGE_MAX = 200;
/** What strangers fill: a whole block, its logs, or what one transaction did. The fullest blocks are a third of it. */
const FILLED_BYTES_MAX = 64 * 1024 * 1024;
const FILLED: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'debug_traceTransaction',
]);

const envelope = z.object({ result: z.unknown().optional(), error: z.object({ code: z.number(), message: z.string() }).optional() });

/** A node said no: the question reached it and was understood. */
export class NodeRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message.slice(0, MESSAGE_MAX));
    this.name = 'NodeRefusal';
  }
}

/** One node of a chain. `ask` parses what it answers. @throws NodeRefusal, or any other Error when it can't be reached, is too slow or is not understood */
export type Node = { name: string; ask<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> };

/** Returns a node behind a URL of JSON-RPC. Its name is the host alone: a path may hold a key. */
export function createNode(url: string, { timeoutMs }: { timeoutMs?: number } = {}): Node {
  let id = 0;
  return {
    name: new URL(url).host,
    async ask(method, params, schema) {
      id += 1;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const bytesMax = FILLED.has(method) ? FILLED_BYTES_MAX : SMALL_ANSWER_BYTES_MAX;
      const { isOk, status, bytes } = await askBounded(url, { bytesMax, method: 'POST', body, timeoutMs });
      const text = bytes.toString('utf8');
      if (!isOk && !text.startsWith('{')) throw new Error(`HTTP ${status}`);
      const { result, error } = envelope.parse(JSON.parse(text));
      if (error !== undefined) throw new NodeRefusal(error.code, error.message);
      return schema.parse(result);
    },
  };
}
