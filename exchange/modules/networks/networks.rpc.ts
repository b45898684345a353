import { z } from 'zod';

/** A node has so long to answer … */
const TIMEOUT_MS = 8_000;
/** … and may answer so much: the fullest blocks with their receipts are a tenth of it. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
const MESSAGE_MAX = 200;

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
export function createNode(url: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Node {
  let id = 0;
  return {
    name: new URL(url).host,
    async ask(method, params, schema) {
      id += 1;
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const text = await readBounded(answer);
      if (!answer.ok && !text.startsWith('{')) throw new Error(`HTTP ${answer.status}`);
      const { result, error } = envelope.parse(JSON.parse(text));
      if (error !== undefined) throw new NodeRefusal(error.code, error.message);
      return schema.parse(result);
    },
  };
}

async function readBounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    const bytes = part as Uint8Array;
    size += bytes.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('the answer is too large');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
