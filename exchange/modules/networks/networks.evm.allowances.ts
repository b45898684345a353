import { getAddress } from 'ethers';
import { z } from 'zod';
import { type Allowance, type Allowances, CHAIN_SCALE } from './networks.chain';
import * as wire from './networks.evm.wire';
import type { Node } from './networks.rpc';
import type { Sources } from './networks.sources';

/** `Approval(address,address,uint256)`. */
const APPROVAL_TOPIC = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const TOPICS = 3;
/** Approvals of one wallet that are looked through, and how many of those they name are asked for, newest first. */
const APPROVALS_MAX = 1_000;
const SPENDERS_MAX = 40;
/** Questions to a node at once. */
const ASKED_AT_ONCE = 5;

type Pair = { token: wire.Token; spender: string };
type Input = { owner: string; spenders: readonly string[]; tokens: readonly wire.Token[]; isEverybody: boolean };

/**
 * Returns what a wallet lets others take of the tokens: of `spenders` always, and with `isEverybody` of whoever the wallet's approvals name. Nodes
 * may refuse to search through all blocks; then `isComplete` is false.
 */
export async function readAllowances(nodes: Pick<Sources<Node>, 'askOne'>, input: Input): Promise<Allowances> {
  const { owner, spenders, tokens, isEverybody } = input;
  const named = isEverybody ? await listNamed(nodes, { owner, tokens }) : [];
  const pairs = new Map<string, Pair>();
  const known = spenders.flatMap((spender) => tokens.map((token) => ({ token, spender: getAddress(spender) })));
  for (const pair of [...known, ...(named ?? [])]) {
    if (pairs.size < known.length + SPENDERS_MAX) pairs.set(`${pair.token.asset} ${pair.spender}`, pair);
  }
  const asked = [...pairs.values()];
  const rows: Allowance[] = [];
  for (let first = 0; first < asked.length; first += ASKED_AT_ONCE) {
    const part = asked.slice(first, first + ASKED_AT_ONCE);
    rows.push(...(await Promise.all(part.map((pair) => readOne(nodes, owner, pair)))));
  }
  const isComplete = named !== null && named.length <= SPENDERS_MAX;
  return { rows, isComplete: isEverybody && isComplete };
}

async function readOne(nodes: Pick<Sources<Node>, 'askOne'>, owner: string, { token, spender }: Pair): Promise<Allowance> {
  const call = [{ to: token.contract, data: wire.encodeAllowance(owner, spender) }, 'latest'] as const;
  const answer = await nodes.askOne((node) => node.ask('eth_call', call, wire.word));
  const amount = answer === '0x' ? 0n : BigInt(answer) * 10n ** BigInt(CHAIN_SCALE - token.decimals);
  return { asset: token.asset, contract: token.contract, spender, amount };
}

/** Whom the wallet's approvals name, the newest first and each once; null where no node says it. */
async function listNamed(nodes: Pick<Sources<Node>, 'askOne'>, { owner, tokens }: Pick<Input, 'owner' | 'tokens'>): Promise<Pair[] | null> {
  if (tokens.length === 0) return [];
  const filter = {
    fromBlock: '0x0',
    toBlock: 'latest',
    address: tokens.map(({ contract }) => contract),
    topics: [APPROVAL_TOPIC, `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`],
  };
  const shown = await nodes
    .askOne((node) => node.ask('eth_getLogs', [filter], z.array(wire.approval).max(APPROVALS_MAX)))
    // A node that doesn't search so far: whoever looks is told that only some were asked for.
    .catch(() => null);
  if (shown === null) return null;
  const pairs = new Map<string, Pair>();
  for (const { address, topics } of shown.toReversed()) {
    const token = tokens.find(({ contract }) => contract.toLowerCase() === address.toLowerCase());
    const [topic, , spender] = topics;
    if (token === undefined || topic !== APPROVAL_TOPIC || topics.length !== TOPICS || spender === undefined) continue;
    const pair = { token, spender: wire.readAddress(spender) };
    pairs.set(`${token.asset} ${pair.spender}`, pair);
  }
  return [...pairs.values()];
}
