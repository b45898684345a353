import { getAddress } from 'ethers';
import { z } from 'zod';
import type { ChainTransfer } from './networks.chain';
import { quantity } from './networks.evm.wire';

/** Calls of one transaction that are looked through: more than any payout of several at once has. */
const FRAMES_MAX = 5_000;
const CALLS_MAX = 5_000;
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** Kinds of calls that move the coin of the chain. */
const MOVING = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

export const callFrame = z.object({
  type: z.string().max(20),
  from: address,
  to: address.optional(),
  value: quantity.optional(),
  error: z.string().optional(),
  calls: z.array(z.unknown()).max(CALLS_MAX).default([]),
});
type Frame = z.output<typeof callFrame>;
/** How a node is asked for the calls of a transaction. */
export const TRACER = { tracer: 'callTracer' } as const;

/** Returns what contracts sent within a transaction; what failed, and all within it, moved nothing. The transaction's own value isn't among it. */
export function listInternalTransfers(top: Frame, { txid, coin }: { txid: string; coin: string }): ChainTransfer[] {
  const transfers: ChainTransfer[] = [];
  const waiting: Frame[] = [top];
  for (let looked = 0; looked < FRAMES_MAX; looked += 1) {
    const frame = waiting.pop();
    if (frame === undefined) break;
    if (frame.error !== undefined) continue;
    const { type, from, to, value = 0n } = frame;
    if (frame !== top && to !== undefined && value > 0n && MOVING.has(type)) {
      transfers.push({ txid, logIndex: 0, asset: coin, from: getAddress(from), to: getAddress(to), amount: value });
    }
    for (const call of frame.calls) waiting.push(callFrame.parse(call));
  }
  return transfers;
}
