import { ChainUnavailable, type BlockId } from './networks.chain';
import type { Node } from './networks.rpc';
import { blockId, blockNumber } from './networks.evm.wire';

/** Nodes that must say the same before it is believed, where there are so many. */
const QUORUM = 2;

/** Several nodes of one chain, asked together. */
export type Nodes = {
  /** Asks all; returns those that answered. @throws ChainUnavailable where fewer than the quorum did */
  askAll<T>(ask: (node: Node) => Promise<T>): Promise<{ node: Node; answer: T }[]>;
  /** Returns what one node answers, trying the next where one fails. @throws ChainUnavailable when none does */
  askOne<T>(ask: (node: Node) => Promise<T>): Promise<T>;
  /** Returns an answer that the quorum gives alike. @throws ChainUnavailable where they differ, or too few answer */
  askAlike<T>(what: string, ask: (node: Node) => Promise<T>): Promise<T>;
  /** Returns the hash that the quorum shows of a block; a node that hasn't got so far says nothing. Null where none has. @throws ChainUnavailable */
  readHash(number: number): Promise<string | null>;
  /** Returns the newest block that the quorum shows alike, at most `depthMax` below the newest that so many have. @throws ChainUnavailable */
  readHead(depthMax: number): Promise<BlockId>;
};

export function createNodes(nodes: readonly Node[]): Nodes {
  const quorum = Math.min(QUORUM, nodes.length);

  async function askAll<T>(ask: (node: Node) => Promise<T>) {
    const outcomes = await Promise.allSettled(nodes.map(async (node) => ({ node, answer: await ask(node) })));
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    if (answers.length >= quorum) return answers;
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    throw new ChainUnavailable('silent', `${answers.length} of ${nodes.length} nodes answered, ${quorum} are needed`, failed?.reason);
  }

  /** The answer that most give, where the quorum does. */
  function findAlike<T>(answers: readonly { answer: T }[]): T | undefined {
    const counts = new Map<string, number>();
    for (const { answer } of answers) {
      const key = toKey(answer);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return answers.find(({ answer }) => (counts.get(toKey(answer)) ?? 0) >= quorum)?.answer;
  }

  return {
    askAll,
    async askOne(ask) {
      let cause: unknown;
      for (const node of nodes) {
        try {
          return await ask(node);
        } catch (error) {
          cause = error;
        }
      }
      throw new ChainUnavailable('silent', 'no node answered', cause);
    },
    async askAlike(what, ask) {
      const answers = await askAll(ask);
      const alike = findAlike(answers);
      if (alike === undefined) throw new ChainUnavailable('disagreement', `nodes disagree about ${what}`);
      return alike;
    },
    async readHash(number) {
      const answers = await askAll((node) => node.ask('eth_getBlockByNumber', [toHex(number), false], blockId));
      const shown = answers.flatMap(({ answer }) => (answer === null ? [] : [{ answer: answer.hash }]));
      if (shown.length === 0) return null;
      const alike = findAlike(shown);
      if (alike !== undefined) return alike;
      throw new ChainUnavailable(shown.length < quorum ? 'silent' : 'disagreement', `nodes disagree about block ${number}`);
    },
    async readHead(depthMax) {
      const heads = (await askAll((node) => node.ask('eth_blockNumber', [], blockNumber))).map(({ answer }) => answer);
      const newest = heads.sort((a, b) => b - a)[quorum - 1] ?? 0;
      for (let number = newest; number >= Math.max(0, newest - depthMax); number -= 1) {
        const answers = await askAll((node) => node.ask('eth_getBlockByNumber', [toHex(number), false], blockId));
        const alike = findAlike(answers);
        if (alike !== undefined && alike !== null) return { number: alike.number, hash: alike.hash };
      }
      throw new ChainUnavailable('disagreement', `nodes disagree about the last ${depthMax} blocks up to ${newest}`);
    },
  };
}

function toKey(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

export function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}
