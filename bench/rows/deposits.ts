// What deposits cost on PostgreSQL with fsync: a block matched against a thousand and against a million addresses, and 10,000 deposits in one block.
import { createHash } from 'node:crypto';
import { createCrediting } from '../../exchange/modules/deposits/deposits.crediting';
import { createWatching } from '../../exchange/modules/deposits/deposits.watching';
import type { Chain, ChainBlock, ChainTransfer } from '../../exchange/modules/networks/networks';
import { systemClock } from '../../exchange/platform/clock';
import type { Database } from '../../exchange/platform/db';
import { createLogger } from '../../exchange/platform/logger';
import { createMetrics } from '../../exchange/platform/metrics';
import { migrate } from '../../exchange/platform/migrate';
import { openPostgres } from '../../exchange/platform/postgres';
import { startServer } from '../support/postgres';
import { median, printVerdict } from '../support/print';

const FEW = 1_000;
const MANY = Number(process.env.ADDRESSES ?? 1_000_000);
const BLOCKS = Number(process.env.BLOCKS ?? 30);
const DEPOSITS = 10_000;
const CREDITED_MS_MAX = 60_000;
/** A full block of a busy chain, of which a few transfers are ours. */
const TRANSFERS = 2_000;
const OURS = 20;
const CONFIRMATIONS = 5;
const UNIT = 10n ** 18n;

const hashOf = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`;
const addressOf = (person: number) => `0x${person.toString(16).padStart(40, '0')}`;
const stranger = (number: number) => `0x${'f'.repeat(20)}${number.toString(16).padStart(20, '0')}`;

/** A chain that a row adds blocks to. */
function createChain(): Chain & { add(transfers: readonly ChainTransfer[]): void } {
  const blocks: ChainBlock[] = [{ number: 0, hash: hashOf('0'), parentHash: hashOf(''), transfers: [] }];
  const at = (number: number) => blocks[number] as ChainBlock;
  const none = () => Promise.reject(new Error('not asked here'));
  return {
    ...{ pollMs: 1, blockMs: 1, stallMs: 1, chunkBlocks: 100, paysBy: null, evm: null },
    readHead: async () => at(blocks.length - 1),
    readHash: async (number) => blocks[number]?.hash ?? null,
    readBlocks: async (from, to) => blocks.slice(from, to + 1),
    ...{ findTransaction: none, sendPayment: none, readBalance: none },
    add: (transfers) =>
      blocks.push({ number: blocks.length, hash: hashOf(String(blocks.length)), parentHash: at(blocks.length - 1).hash, transfers }),
  };
}

let sent = 0;
function transferTo(to: string): ChainTransfer {
  sent += 1;
  return { txid: hashOf(`transaction ${sent}`), logIndex: 0, asset: 'USDT', from: addressOf(0), to, amount: UNIT };
}

/** Addresses of people from `first` to `last`; those who get nothing need no rows of their own. */
async function addAddresses(db: Database, first: number, last: number): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `INSERT INTO deposit_addresses (network, key_id, user_id, address, match_key)
         SELECT 'ERC20', 'bench', n, a, a FROM (SELECT n, '0x' || lpad(to_hex(n), 40, '0') AS a FROM generate_series($1::int, $2::int) AS n) AS of`,
        [first, last],
      );
    },
    { kind: 'long' },
  );
}

const server = await startServer();
try {
  const log = createLogger('error');
  const db = openPostgres(await server.createDatabase('deposits'), log);
  await migrate(db, process.env.MIGRATIONS_DIR ?? 'exchange/migrations', log);
  await db.long.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind)
     SELECT n, 'person' || n, 'person' || n, 'R' || lpad(n::text, 7, '0'), 'person' FROM generate_series(1, $1::int) AS n`,
    [DEPOSITS],
  );
  const platform = { db, clock: systemClock, log, metrics: createMetrics(log) };
  const [watching, crediting, chain] = [createWatching(platform), createCrediting(platform), createChain()];
  const pickOurs = async () => new Set<string>();
  const input = { network: 'ERC20', chain, confirmations: CONFIRMATIONS, assets: ['USDT'], fence: async () => undefined, pickOurs };
  await watching.step(input);

  const measureBlocks = async () => {
    const times: number[] = [];
    for (let block = 0; block < BLOCKS; block += 1) {
      const ours = Array.from({ length: OURS }, (_, index) => transferTo(addressOf(1 + ((block * OURS + index) % FEW))));
      chain.add([...ours, ...Array.from({ length: TRANSFERS - OURS }, (_, index) => transferTo(stranger(index)))]);
      const start = performance.now();
      await watching.step(input);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  await addAddresses(db, 1, FEW);
  const few = await measureBlocks();
  await addAddresses(db, FEW + 1, MANY);
  await db.long.query('ANALYZE deposit_addresses');
  const many = await measureBlocks();
  console.log(
    `  a block of ${TRANSFERS} transfers, ${OURS} of them ours: ${few.toFixed(1)} ms with ${FEW} addresses, ${many.toFixed(1)} ms with ${MANY}`,
  );
  printVerdict({
    what: `a block with ${MANY} addresses beside one with ${FEW}`,
    value: `${(many / few).toFixed(2)} x`,
    wanted: 'at most 1 x',
    isReached: many <= few,
  });

  chain.add(Array.from({ length: DEPOSITS }, (_, index) => transferTo(addressOf(1 + index))));
  const start = performance.now();
  await watching.step(input);
  const seen = performance.now();
  for (let block = 1; block < CONFIRMATIONS; block += 1) chain.add([]);
  await watching.step(input);
  while ((await crediting.creditChunk(input)).hasMore);
  const ended = performance.now();
  const { rows } = await db.read.query<{ open: string; sum: string }>(
    `SELECT (SELECT count(*) FROM deposits WHERE state <> 'credited') AS open,
            (SELECT sum(amount) FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE a.owner = 'user') AS sum`,
  );
  const wanted = BigInt(DEPOSITS + 2 * BLOCKS * OURS) * 10n ** 8n;
  if (rows[0]?.open !== '0' || BigInt(rows[0].sum) !== wanted) throw new Error(`not all were credited: ${JSON.stringify(rows[0])}`);
  printVerdict({
    what: `${DEPOSITS} deposits in one block, credited`,
    value: `${((ended - start) / 1_000).toFixed(2)} s, seen in ${((seen - start) / 1_000).toFixed(2)} s`,
    wanted: `at most ${CREDITED_MS_MAX / 1_000} s`,
    isReached: ended - start <= CREDITED_MS_MAX,
  });
  await db.close();
} finally {
  await server.stop();
}
