import { createDepositsModule } from '../../exchange/modules/deposits/deposits.module';
import { auditLedger, getBalances } from '../../exchange/modules/ledger/ledger';
import { createNetworks, type Networks } from '../../exchange/modules/networks/networks';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { createTestPlatform } from '../../exchange/platform/test-platform';
import type { ExchangeEnv } from '../../exchange/env';

const RETRY_MS = 50;
const listNetworks = () => [
  { code: 'ERC20', terms: { name: 'Ethereum', assets: ['ETH', 'USDT', 'USDC'], confirmations: 5, explorer: null } },
  { code: 'BTC', terms: { name: 'Bitcoin', assets: ['BTC'], confirmations: 3, explorer: null } },
  { code: 'TRC20', terms: { name: 'TRON', assets: ['USDT'], confirmations: 20, explorer: null } },
];

/** Returns deposits on a chain as the settings have it, outside the sandbox, with one person, 7. Nothing runs by itself. */
export async function createChainDepositsWorld(network: string, env: Partial<Pick<ExchangeEnv, 'chain' | 'bitcoin' | 'tron'>>) {
  const db = await createTestDatabase();
  const { platform, time } = createTestPlatform(db, { env: { sandbox: false, ...env } });
  const real = createNetworks(platform, { listNetworks });
  const networks: Networks = { ...real, chainOf: (code) => ({ ...real.chainOf(code), pollMs: 2 ** 30 }) };
  await networks.open();
  await db.read.query("INSERT INTO users (id, username, username_key, referral_code, kind) VALUES (7, 'ada', 'ada', 'AAAAAAAA', 'person')");
  const module = createDepositsModule(platform, { networks });
  await module.worker.start();
  /** On a machine that stood still the lease is lost for a moment: a round of nobody is none. */
  const round = async () => {
    while (!(await module.worker.round(network))) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  };
  await round();
  return {
    db,
    platform,
    time,
    networks,
    module,
    round,
    chain: networks.chainOf(network),
    address: await networks.getDepositAddress(db.read, { network, userId: '7' }),
    list: async () => (await db.read.query('SELECT asset, amount, state, log_index FROM deposits ORDER BY block, log_index, id')).rows,
    balanceOf: async (asset: string) =>
      (await getBalances(db.read, { userId: '7', mode: 'real' })).find((row) => row.asset === asset)?.available ?? 0n,
    pauses: async () => (await db.read.query<{ reason: string; detail: string }>('SELECT reason, detail FROM network_pauses')).rows,
    async findFaults(): Promise<string[]> {
      const ledger = await auditLedger(db);
      const audits = await Promise.all(module.audits.map(({ run }) => run(db)));
      return [...(ledger.isClean ? [] : ['the ledger']), ...audits.flatMap(({ faults }) => faults)];
    },
    async close() {
      await module.worker.stop();
      await db.close();
    },
  };
}
export type ChainDepositsWorld = Awaited<ReturnType<typeof createChainDepositsWorld>>;
