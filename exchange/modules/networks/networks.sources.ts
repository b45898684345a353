import { ChainUnavailable, type BlockId } from './networks.chain';

/** Sources that must say the same before it is believed, where there are so many. */
const QUORUM = 2;
/** Once enough have answered, the others have as long again, at least so long: one that hangs costs nobody its whole time. */
const GRACE_MS = 250;
/** Questions that a source may leave open before it isn't asked any more, where the others are enough. */
const OPEN_MAX = 16;

/** How one source is asked what every chain has. */
export type SourceDoor<S> = {
  /** The number of its newest block. */
  readHeight(source: S): Promise<number>;
  /** Null above its newest block. An answer about another block than `number` is taken for none. */
  readBlockId(source: S, number: number): Promise<BlockId | null>;
};

/** Several sources of one chain (nodes, servers of an API), asked together. */
export type Sources<S> = {
  /** Asks all; returns what those answered that did, in time beside the quorum. @throws ChainUnavailable where fewer than the quorum did */
  askAll<T>(ask: (source: S) => Promise<T>): Promise<T[]>;
  /** Returns what one source answers, the one that did last first, trying the next where one fails. @throws ChainUnavailable when none does */
  askOne<T>(ask: (source: S) => Promise<T>): Promise<T>;
  /** Returns an answer that the quorum gives alike. @throws ChainUnavailable where they differ, or too few answer */
  askAlike<T>(what: string, ask: (source: S) => Promise<T>): Promise<T>;
  /** Returns the answer of a list that the quorum gives alike; undefined where it doesn't. */
  findAlike<T>(answers: readonly T[]): T | undefined;
  /** Returns the hash that the quorum shows of a block; a source that hasn't got so far says nothing. Null where none has. @throws ChainUnavailable */
  readHash(number: number): Promise<string | null>;
  /** Returns the newest block that the quorum shows alike, at most `depthMax` below the newest that so many have. @throws ChainUnavailable */
  readHead(depthMax: number): Promise<BlockId>;
};

export function createSources<S>(sources: readonly S[], door: SourceDoor<S>): Sources<S> {
  const quorum = Math.min(QUORUM, sources.length);

  const open = new Map<S, number>();
  async function askBounded<T>(source: S, ask: (source: S) => Promise<T>): Promise<T> {
    const count = open.get(source) ?? 0;
    if (count >= OPEN_MAX && sources.length > quorum) throw new Error('too many questions are open');
    open.set(source, count + 1);
    try {
      return await ask(source);
    } finally {
      open.set(source, (open.get(source) ?? 1) - 1);
    }
  }

  /** Asks all until `isEnough`, or until the others have had their time beside the quorum. */
  async function gather<T>(ask: (source: S) => Promise<T>, isEnough: (answers: readonly T[]) => boolean): Promise<T[]> {
    const startedAt = performance.now();
    const answers: T[] = [];
    let failure: unknown;
    let grace: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      let left = sources.length;
      const askSource = async (source: S) => {
        try {
          answers.push(await askBounded(source, ask));
        } catch (error) {
          failure ??= error;
        }
        left -= 1;
        const hasQuorum = answers.length >= quorum;
        if (left === 0 || (hasQuorum && isEnough(answers))) resolve();
        else if (hasQuorum) grace ??= setTimeout(resolve, Math.max(GRACE_MS, performance.now() - startedAt));
      };
      for (const source of sources) void askSource(source);
    });
    clearTimeout(grace);
    // What comes late is not among what was answered.
    if (answers.length >= quorum) return [...answers];
    throw new ChainUnavailable('silent', `${answers.length} of ${sources.length} nodes answered, ${quorum} are needed`, failure);
  }
  const askAll = <T>(ask: (source: S) => Promise<T>) => gather(ask, () => false);
  const isAgreed = (answers: readonly unknown[]) => findAlike(answers.filter((answer) => answer !== null)) !== undefined;

  /** The answer that most give, where the quorum does. */
  function findAlike<T>(answers: readonly T[]): T | undefined {
    const counts = new Map<string, number>();
    for (const answer of answers) {
      const key = toKey(answer);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return answers.find((answer) => (counts.get(toKey(answer)) ?? 0) >= quorum);
  }

  async function readBlockId(source: S, number: number): Promise<BlockId | null> {
    const block = await door.readBlockId(source, number);
    if (block !== null && block.number !== number) throw new Error(`block ${block.number} was sent for ${number}`);
    return block;
  }

  return {
    askAll,
    findAlike,
    askOne: createAskOne(sources),
    async askAlike(what, ask) {
      const alike = findAlike(await gather(ask, isAgreed));
      if (alike === undefined) throw new ChainUnavailable('disagreement', `nodes disagree about ${what}`);
      return alike;
    },
    async readHash(number) {
      const shown = (await gather((source) => readBlockId(source, number), isAgreed)).flatMap((block) =>
        block === null ? [] : [block.hash],
      );
      if (shown.length === 0) return null;
      const alike = findAlike(shown);
      if (alike !== undefined) return alike;
      throw new ChainUnavailable(shown.length < quorum ? 'silent' : 'disagreement', `nodes disagree about block ${number}`);
    },
    async readHead(depthMax) {
      const heads = await askAll(door.readHeight);
      const newest = heads.sort((a, b) => b - a)[quorum - 1] ?? 0;
      for (let number = newest; number >= Math.max(0, newest - depthMax); number -= 1) {
        const alike = findAlike(await gather((source) => readBlockId(source, number), isAgreed));
        if (alike !== undefined && alike !== null) return { number: alike.number, hash: alike.hash };
      }
      throw new ChainUnavailable('disagreement', `nodes disagree about the last ${depthMax} blocks up to ${newest}`);
    },
  };
}

/** Who answered last is asked first: one that hangs costs its whole time once, not with each of thousands of balances. */
function createAskOne<S>(sources: readonly S[]): Sources<S>['askOne'] {
  let preferred = 0;
  return async (ask) => {
    let cause: unknown;
    const first = preferred;
    for (const turn of sources.keys()) {
      const index = (first + turn) % sources.length;
      try {
        const answer = await ask(sources[index] as S);
        preferred = index;
        return answer;
      } catch (error) {
        cause = error;
      }
    }
    throw new ChainUnavailable('silent', 'no node answered', cause);
  };
}

function toKey(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Questions about balances at once. */
const BALANCES_AT_ONCE = 20;

/** Returns what addresses hold together, asked for in chunks. */
export async function sumBalances(addresses: readonly string[], readOne: (address: string) => Promise<bigint>): Promise<bigint> {
  let sum = 0n;
  for (let first = 0; first < addresses.length; first += BALANCES_AT_ONCE) {
    const part = addresses.slice(first, first + BALANCES_AT_ONCE);
    for (const amount of await Promise.all(part.map(readOne))) sum += amount;
  }
  return sum;
}
