import type { CallContext } from '../../exchange/http/register-call';
import { createDepositsModule } from '../../exchange/modules/deposits/deposits.module';
import { auditLedger, getBalances } from '../../exchange/modules/ledger/ledger';
import { type Chain, createNetworks, type Networks, type SandboxChain } from '../../exchange/modules/networks/networks';
import type { Database } from '../../exchange/platform/db';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';

export const UNIT = 10n ** 18n;
const NETWORKS = [
  { code: 'ERC20', assets: ['ETH', 'USDT', 'USDC'], confirmations: 5 },
  { code: 'BTC', assets: ['BTC'], confirmations: 3 },
  { code: 'TRC20', assets: ['USDT'], confirmations: 20 },
];
const listNetworks = () => NETWORKS.map(({ code, ...terms }) => ({ code, terms: { ...terms, name: code, explorer: null } }));

/** Returns deposits on the sandbox's chains with two people, 7 and 8. Nothing runs by itself: a test asks for each round. */
export async function createDepositsWorld(
  given: { db?: Database; chain?: (chain: Chain) => Partial<Chain>; isRateLimited?: boolean } = {},
) {
  const db = given.db ?? (await createTestDatabase());
  const { platform, time, heard } = createTestPlatform(db, { env: { isRateLimited: given.isRateLimited ?? false } });
  const real = createNetworks(platform, { listNetworks });
  const chainOf = (code: string): Chain => {
    const chain = real.chainOf(code);
    return { ...chain, pollMs: 2 ** 30, ...given.chain?.(chain) };
  };
  const networks: Networks = { ...real, chainOf };
  await networks.open();
  await db.read.query(
    `INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person'),
       (8, 'bob', 'bob', 'BBBBBBBB', 'person') ON CONFLICT DO NOTHING`,
  );
  const module = createDepositsModule(platform, { networks });
  await module.worker.start();
  const round = () => module.worker.round('ERC20');
  const chain = networks.sandboxOf('ERC20') as SandboxChain;
  const call = async <T>(id: string, input: object = {}, userId = '7', mode: 'real' | 'demo' = 'real') => {
    const session = { userId, username: 'ada', mode, sessionId: '1' } as const;
    const context: CallContext = { session, ip: '127.0.0.1', isBff: true, actor: null, setSession: () => undefined };
    return (await module.calls.find((one) => one.call.id === id)?.run(input, context)) as T;
  };
  let sent = 0;
  return {
    db,
    platform,
    time,
    heard,
    networks,
    chain,
    module,
    round,
    call,
    addressOf: (userId: string, network = 'ERC20') => networks.getDepositAddress(db.read, { network, userId }),
    /** Sends from somewhere; returns the hash. */
    async send(input: { amount: bigint; asset?: string; to?: string; userId?: string; chain?: SandboxChain }) {
      const to = input.to ?? (await networks.getDepositAddress(db.read, { network: 'ERC20', userId: input.userId ?? '7' }));
      sent += 1;
      const transfer = { key: `sent ${sent}`, from: `0x${'e'.repeat(40)}`, to, asset: input.asset ?? 'USDT', amount: input.amount };
      return (input.chain ?? chain).sendFrom({ ...transfer, granted: 10n ** 36n });
    },
    async mine(blocks = 1, of = chain) {
      for (let block = 0; block < blocks; block += 1) await of.mine();
    },
    balanceOf: async (userId: string, asset = 'USDT') =>
      (await getBalances(db.read, { userId, mode: 'real' })).find((row) => row.asset === asset)?.available ?? 0n,
    list: async () => (await db.read.query('SELECT state, block, credited FROM deposits ORDER BY id')).rows,
    events: async () => (await db.read.query<{ kind: string }>('SELECT kind FROM event_log ORDER BY id')).rows.map(({ kind }) => kind),
    pauses: async () => (await db.read.query<{ reason: string }>('SELECT reason FROM network_pauses')).rows.map(({ reason }) => reason),
    /** Everything that must hold at the end of every test, as faults. */
    async findFaults(): Promise<string[]> {
      const ledger = await auditLedger(db);
      const audits = await Promise.all(module.audits.map(({ run }) => run(db)));
      return [...(ledger.isClean ? [] : ['the ledger']), ...audits.flatMap(({ faults }) => faults)];
    },
    async close() {
      await module.worker.stop();
      if (given.db === undefined) await db.close();
    },
  };
}
export type DepositsWorld = Awaited<ReturnType<typeof createDepositsWorld>>;
