import { z } from 'zod';
import { afterEach, expect, it } from 'vitest';
import { openStubServer, type StubServer } from '../../../tests/helpers/stub-server';
import { AnswerTooLarge } from '../../platform/bounded-body';
import { createBitcoinChain } from './networks.bitcoin';
import { createNode } from './networks.rpc';
import { createTronChain } from './networks.tron';

const MEGABYTE = 1024 * 1024;
const BITCOIN_GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
let server: StubServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});
const depthMax = () => 1;
const tron = (url: string) => createTronChain({ urls: [url], apiKey: null, tokens: [], depthMax });
const bitcoin = (url: string) => createBitcoinChain({ urls: [url], depthMax });
const node = (url: string, method: string) => createNode(url).ask(method, [], z.unknown());

it.each([
  { name: 'the newest block of TRON', ask: (url: string) => tron(url).readHash(1), max: MEGABYTE },
  { name: 'a block of TRON', ask: (url: string) => tron(url).readBlocks(1, 1), max: 16 * MEGABYTE },
  { name: 'a transaction of TRON', ask: (url: string) => tron(url).findTransaction('a'.repeat(64)), max: 16 * MEGABYTE },
  { name: 'a hash of Bitcoin', ask: (url: string) => bitcoin(url).readHash(1), max: MEGABYTE },
  { name: 'a block of Bitcoin', ask: (url: string) => bitcoin(url).readBlocks(1, 1), max: 4_000_000 },
  { name: 'a transaction of Bitcoin', ask: (url: string) => bitcoin(url).findTransaction('a'.repeat(64)), max: 16_000_000 },
  { name: 'what is unspent of an address', ask: (url: string) => bitcoin(url).listUnspent?.('bc1q'), max: 16_000_000 },
  { name: 'the height of an EVM chain', ask: (url: string) => node(url, 'eth_blockNumber'), max: MEGABYTE },
  { name: 'a block of an EVM chain', ask: (url: string) => node(url, 'eth_getBlockByNumber'), max: 64 * MEGABYTE },
])('an answer that never ends is read to what $name can be, and its connection is cut', async ({ ask, max }) => {
  server = await openStubServer((path) => (path === '/block-height/1' && max !== MEGABYTE ? BITCOIN_GENESIS : 'endless'));
  const error: unknown = await Promise.resolve(ask(server.url)).then(
    () => null,
    (failure: unknown) => failure,
  );
  const cause = error instanceof AnswerTooLarge ? error : (error as Error | null)?.cause;
  expect(cause).toEqual(new AnswerTooLarge(max));
  await expect.poll(() => server?.cut).toBe(1);
});
