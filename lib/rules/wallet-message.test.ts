import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { hasSigned } from './wallet-message';

/** What a node says of every signature: that it holds, that it doesn't, or nothing that can be read. */
type Word = 'yes' | 'no' | 'nonsense';
type FakeNode = { word: Word; chainId: number; asked: number; url: string; server: Server };
const nodes: FakeNode[] = [];

function openNode(): Promise<FakeNode> {
  const node = { word: 'no', chainId: 1, asked: 0, url: '' } as FakeNode;
  node.server = createServer(async (request, response) => {
    node.asked += 1;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { id, method } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { id: number; method: string };
    const verdict = node.word === 'yes' ? '0x01' : '0x00';
    const result = method === 'eth_chainId' ? `0x${node.chainId.toString(16)}` : verdict;
    response.setHeader('content-type', 'application/json');
    response.end(node.word === 'nonsense' ? '<html>' : JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  return new Promise((resolve) =>
    node.server.listen(0, '127.0.0.1', () => {
      node.url = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
      resolve(node);
    }),
  );
}

beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) nodes.push(await openNode());
});
afterAll(() => {
  for (const { server } of nodes) server.close();
});
afterEach(() => {
  for (const node of nodes) Object.assign(node, { word: 'no', chainId: 1, asked: 0 });
});

const account = privateKeyToAccount(generatePrivateKey());
const said = { address: account.address, chainId: 1 };
const message = 'Confirm: a withdrawal';
const FORGED = `0x${'11'.repeat(65)}`;
const urls = (count: number) => nodes.slice(0, count).map(({ url }) => url);
const ask = (count: number, signature = FORGED) => hasSigned({ said, message, signature, chainRpcUrls: urls(count) });
const say = (...words: Word[]) => {
  for (const [index, word] of words.entries()) Object.assign(nodes[index] as FakeNode, { word });
};

it('a key of its own is checked offline: no node is asked, and none can say otherwise', async () => {
  const signature = await account.signMessage({ message });
  expect(await ask(3, signature)).toBe(true);
  expect(nodes.map(({ asked }) => asked)).toEqual([0, 0, 0]);
});

it('security: one node alone is not believed that somebody signed, neither as the only one nor among two or three', async () => {
  say('yes', 'no', 'no');
  expect([await ask(1), await ask(2), await ask(3)]).toEqual([false, false, false]);
  expect(await hasSigned({ said, message, signature: FORGED, chainRpcUrls: [urls(1)[0] ?? '', urls(1)[0] ?? ''] })).toBe(false);
  say('yes', 'nonsense', 'nonsense');
  await expect(ask(3)).rejects.toThrow('1 of 3 nodes answered, 2 are needed');
});

it('two nodes of the chain that the message names are believed, also where a third one fails', async () => {
  say('yes', 'yes', 'nonsense');
  expect([await ask(2), await ask(3)]).toEqual([true, true]);
  Object.assign(nodes[1] as FakeNode, { chainId: 5 });
  expect(await ask(2)).toBe(false);
});

it('security: however many signatures strangers send, nodes are asked about few at once and the rest is refused', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => ask(2)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(60 - 24);
  expect(refused[0]?.reason).toMatchObject({ message: expect.stringContaining('too many signatures') });
});
