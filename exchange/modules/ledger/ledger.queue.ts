import { CommitOutcomeUnknown, type Database, type Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { findStored, hashInput, type RequestKey, type StoredRequest, store } from '../../platform/idempotency';
import { openAccounts } from './ledger.locks';
import { addJournals, createPostingDraft, type Journal, writePostings } from './ledger.posting';

/** Transfers that wait at most; one more is refused with RATE_LIMITED instead of waiting for seconds. */
const QUEUE_MAX = 10_000;
/** Transfers of one transaction: its round trips and the flush of its commit are shared by all of them. */
const GROUP_MAX = 256;
/** Groups under way at once: while one waits for the disk, the next one does its work. More would only make the groups smaller. */
const LANES = 2;

/** What a transfer sees when its turn has come. `balanceOf` is in base units; only for addresses it has named. */
export type TransferView = { tx: Tx; balanceOf(address: string): bigint };
/**
 * A user's write that moves money. `addresses` are all accounts it may touch. `plan` reads and decides, throws a DomainError to refuse, and
 * writes nothing; it may be run again.
 */
export type Transfer<T> = {
  request: RequestKey & { input: unknown };
  addresses: readonly string[];
  plan(view: TransferView): Promise<{ journals: readonly Journal[]; answer: T }>;
};
export type TransferQueue = {
  /**
   * Resolves after COMMIT. The same request with the same input has one effect and one answer; a refusal isn't stored.
   * @throws DUPLICATE_REQUEST, INSUFFICIENT_BALANCE, RATE_LIMITED, and what `plan` throws
   */
  submit<T>(transfer: Transfer<T>): Promise<T>;
};

type Outcome = { answer: unknown } | { error: unknown };
type Waiting = { transfer: Transfer<unknown>; inputHash: string; settle(outcome: Outcome): void };

/**
 * Commits the transfers of many callers together, each accepted or refused alone: what has come while a commit ran goes into the next one,
 * so the group grows with the load and a lone transfer doesn't wait. Transfers of one user and mode are never under way together, so what a
 * plan reads from the ledger includes all that the user did before.
 */
export function createTransferQueue(db: Database): TransferQueue {
  const queue: Waiting[] = [];
  const turns = new Set<string>();
  let lanes = 0;

  async function runLane(): Promise<void> {
    for (let group = takeGroup(queue, turns); group.length > 0; group = takeGroup(queue, turns)) {
      await commit(group);
      for (const waiting of group) turns.delete(turnOf(waiting));
    }
    lanes -= 1;
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await db.transaction((tx) => runGroup(tx, group));
      for (const [index, waiting] of group.entries()) waiting.settle(outcomes[index] as Outcome);
    } catch (error) {
      if (group.length === 1 || error instanceof CommitOutcomeUnknown) {
        for (const waiting of group) waiting.settle({ error });
        return;
      }
      // One that fails must not take the others along: halve until it stands alone.
      const middle = group.length >>> 1;
      await commit(group.slice(0, middle));
      await commit(group.slice(middle));
    }
  }

  return {
    submit<T>(transfer: Transfer<T>): Promise<T> {
      if (queue.length >= QUEUE_MAX) return Promise.reject(new DomainError('RATE_LIMITED'));
      return new Promise<T>((resolve, reject) => {
        const settle = (outcome: Outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.answer as T));
        queue.push({ transfer, inputHash: hashInput(transfer.request.input), settle });
        if (lanes === LANES) return;
        lanes += 1;
        // Not at once: transfers that arrive in the same turn of the event loop share the commit.
        setImmediate(() => void runLane());
      });
    },
  };
}

/** Takes the first transfers of the queue whose user and mode have none under way. The others stay in their order. */
function takeGroup(queue: Waiting[], turns: Set<string>): Waiting[] {
  const group: Waiting[] = [];
  const later: Waiting[] = [];
  for (const waiting of queue.splice(0)) {
    const turn = turnOf(waiting);
    if (group.length === GROUP_MAX || turns.has(turn)) {
      later.push(waiting);
    } else {
      group.push(waiting);
      turns.add(turn);
    }
  }
  queue.push(...later);
  return group;
}

function turnOf({ transfer }: Waiting): string {
  return `${transfer.request.userId}:${transfer.request.mode}`;
}

async function runGroup(tx: Tx, group: readonly Waiting[]): Promise<Outcome[]> {
  const stored = await findStored(
    tx,
    group.map(({ transfer }) => transfer.request),
  );
  const addresses = group.flatMap(({ transfer }, index) => (stored[index] == null ? transfer.addresses : []));
  const accounts = await openAccounts(tx, new Set(addresses));
  const draft = createPostingDraft();
  const done: (RequestKey & StoredRequest)[] = [];
  const outcomes: Outcome[] = [];
  const balanceOf = (address: string) => {
    const account = accounts.get(address);
    if (account == null) throw new Error(`a transfer did not name ${address}`);
    return account.balance;
  };
  for (const [index, { transfer, inputHash }] of group.entries()) {
    const known = stored[index];
    if (known != null) {
      outcomes.push(known.inputHash === inputHash ? { answer: known.answer } : { error: new DomainError('DUPLICATE_REQUEST') });
      continue;
    }
    try {
      const { journals, answer } = await transfer.plan({ tx, balanceOf });
      addJournals(draft, accounts, journals);
      const { userId, mode, call, requestId } = transfer.request;
      done.push({ userId, mode, call, requestId, inputHash, answer });
      outcomes.push({ answer });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcomes.push({ error });
    }
  }
  await writePostings(tx, draft, accounts);
  await store(tx, done);
  return outcomes;
}
