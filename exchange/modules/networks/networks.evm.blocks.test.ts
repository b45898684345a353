import { describe, expect, it } from 'vitest';
import { readBlock } from './networks.evm.blocks';
import { TRANSFER_TOPIC } from './networks.evm.wire';
import type { Node } from './networks.rpc';

const word = (digit: string) => `0x${digit.repeat(64)}`;
const OURS = `0x${'a'.repeat(40)}`;
const CONTRACT = `0x${'c'.repeat(40)}`;
const BLOCK = { number: '0x7', hash: word('7'), parentHash: word('6') };
const [SMALL, LARGE] = [word('1'), word('2')];
const units = { [SMALL]: 1_000_000n, [LARGE]: 900_000_000n };

const topics = [TRANSFER_TOPIC, word('b'), `0x${OURS.slice(2).padStart(64, '0')}`];
const receiptOf = (hash: string) => ({
  ...{ transactionHash: hash, blockHash: BLOCK.hash, blockNumber: BLOCK.number, status: '0x1' },
  logs: [{ address: CONTRACT, topics, data: `0x${(units[hash] ?? 0n).toString(16).padStart(64, '0')}` }],
});
const transactions = [SMALL, LARGE].map((hash) => ({ hash, from: `0x${'b'.repeat(40)}`, to: CONTRACT, value: '0x0' }));
const honest: Record<string, (asked: string) => unknown> = {
  eth_getBlockByNumber: () => ({ ...BLOCK, transactions }),
  eth_getLogs: () => [SMALL, LARGE].map((transactionHash) => ({ transactionHash, blockHash: BLOCK.hash, topics })),
  eth_getTransactionReceipt: receiptOf,
};

/** Reads block 7 of a node that answers some questions otherwise. */
function read(lies: Partial<typeof honest> = {}) {
  const node: Node = {
    name: 'one',
    ask: async (method, params, schema) => schema.parse({ ...honest, ...lies }[method]?.(String(params[0]))),
  };
  const askAlike = <T>(_what: string, ask: (asked: Node) => Promise<T>) => ask(node);
  const listed = { coin: 'ETH', tokens: [{ asset: 'USDT', contract: CONTRACT, decimals: 6 }] };
  return readBlock({ askAlike }, { number: 7, listed, pickOurs: undefined });
}

describe('a node that answers about another thing than it was asked for', () => {
  it('an honest one shows both payments', async () => {
    const { transfers } = await read();
    expect(transfers.map(({ txid, amount }) => [txid, amount / 10n ** 12n])).toEqual([
      [SMALL, units[SMALL]],
      [LARGE, units[LARGE]],
    ]);
  });

  it('security: the receipt of a larger payment in the place of a small one is refused', async () => {
    await expect(read({ eth_getTransactionReceipt: () => receiptOf(LARGE) })).rejects.toThrow(`what was shown is not ${SMALL}`);
  });

  it('security: a receipt in another block is refused', async () => {
    const moved = (hash: string) => ({ ...receiptOf(hash), blockHash: word('8') });
    await expect(read({ eth_getTransactionReceipt: moved })).rejects.toThrow('changed while it was read');
  });

  it('security: another block than the one that was asked for is refused', async () => {
    await expect(read({ eth_getBlockByNumber: () => ({ ...BLOCK, number: '0x8', transactions }) })).rejects.toThrow('block 8');
  });

  it('security: logs of another block are refused', async () => {
    const logs = () => [{ transactionHash: SMALL, blockHash: word('8'), topics }];
    await expect(read({ eth_getLogs: logs })).rejects.toThrow('logs');
  });

  it('security: a transaction that stands twice in a block is refused', async () => {
    const twice = () => ({ ...BLOCK, transactions: [...transactions, ...transactions.slice(0, 1)] });
    await expect(read({ eth_getBlockByNumber: twice })).rejects.toThrow('twice');
  });

  it('security: a receipt that doesn’t say whether its transaction failed moves nothing', async () => {
    const silent = (hash: string) => ({ ...receiptOf(hash), status: undefined });
    await expect(read({ eth_getTransactionReceipt: silent })).rejects.toThrow('status');
  });
});
