import type { Wallet } from 'ethers';
import { type Chain, createNetworks, type Networks, type SandboxChain } from '../../exchange/modules/networks/networks';
import { postJournals } from '../../exchange/modules/ledger/ledger';
import { createRegistryModule } from '../../exchange/modules/registry/registry.module';
import { createWithdrawalsModule, type WithdrawalDeps } from '../../exchange/modules/withdrawals/withdrawals.module';
import { watchCommits } from '../../exchange/platform/after-commit';
import { JobRunner } from '../../exchange/platform/job-runner';
import type { Database } from '../../exchange/platform/db';
import { createTestDatabase } from '../../exchange/platform/test-database';
import { type Client, createTestWorld, type Envelope, signInByWallet } from './accounts-world';
import { callConfirmed } from './step-up';

type Env = Parameters<typeof createTestWorld>[0];
type WithdrawalsModule = ReturnType<typeof createWithdrawalsModule>;
export type Withdrawn = {
  id: string;
  state: string;
  until: number | null;
  delay: string | null;
  reason: string | null;
  txid: string | null;
  confirmations: number;
  amount: string;
  fee: string;
  arrives: string;
};

/** Addresses that nobody here owns. */
export const OUTSIDE = {
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRC20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};
const UNIT = 100_000_000n;
let requests = 0;
export function newRequest(): string {
  requests += 1;
  return `withdrawal-request-${requests}`;
}

type Given = {
  /** In the place of one in memory; the world closes it. */
  db?: Database;
  /** Stands behind ERC20 in the sandbox's place, with the key of its hot wallet. */
  evm?: { chain: Chain; wallet: Wallet };
  /** What other processes' payers see of the database. */
  wrapPayer?(db: Database): Database;
};

/** The same networks with another chain behind ERC20. */
function replaceErc20(networks: Networks, { evm }: Given): Networks {
  if (evm === undefined) return networks;
  return {
    ...networks,
    chainOf: (code) => (code === 'ERC20' ? evm.chain : networks.chainOf(code)),
    hotAddressOf: (code) => (code === 'ERC20' ? evm.wallet.address : networks.hotAddressOf(code)),
    isHouseAddress: (code, address) => (code === 'ERC20' ? address === evm.wallet.address : networks.isHouseAddress(code, address)),
  };
}

/** Returns withdrawals over the sandbox's chains behind the real http border, with a clock, blocks and rounds that a test makes. */
export async function createWithdrawalsWorld(env: Env = {}, deps: Partial<WithdrawalDeps> = {}, given: Given = {}) {
  const made: {
    refresh?: () => Promise<void>;
    second?: () => WithdrawalsModule;
    module?: WithdrawalsModule;
    networks?: ReturnType<typeof createNetworks>;
    runner?: JobRunner;
  } = {};
  const world = await createTestWorld(env, {
    db: watchCommits(given.db ?? (await createTestDatabase())),
    async more({ platform, sessions, stepUp }) {
      const registryModule = createRegistryModule(platform);
      await registryModule.registry.refresh();
      const networks = createNetworks(platform, { listNetworks: () => registryModule.registry.list('network') });
      await networks.open();
      const create = (db: Database) =>
        createWithdrawalsModule(
          { ...platform, db },
          {
            networks: replaceErc20(networks, given),
            ...(given.evm === undefined ? {} : { openWallet: () => Promise.resolve(given.evm?.wallet ?? null) }),
            readTerms: registryModule.registry.readWithdrawalTerms,
            stepUp: stepUp.stepUp,
            links: sessions.withdrawalLinks,
            isVerified: () => Promise.resolve(false),
            listPairs: () => [],
            // A test says when it is looked.
            payEveryMs: 3_600_000,
            ...deps,
          },
        );
      const module = create(platform.db);
      made.second = () => create(given.wrapPayer?.(platform.db) ?? platform.db);
      made.refresh = registryModule.registry.refresh;
      made.module = module;
      made.networks = networks;
      made.runner = new JobRunner({ ...platform, kinds: module.jobs });
      return [registryModule, module];
    },
  });
  const { module, networks, runner, refresh, second } = made as Required<typeof made>;
  const leases = { start: () => module.worker.start(), stop: () => module.worker.stop() };
  await leases.start();
  const sandbox = (code: string) => networks.sandboxOf(code) as SandboxChain;
  return {
    ...world,
    module,
    networks,
    sandbox,
    /** Another process's payer on the same database and chain. */
    async secondWorker() {
      const { worker } = second();
      await worker.start();
      return worker;
    },
    refreshTerms: refresh,
    /** Lets time pass and does what is due by then. */
    async pass(ms: number): Promise<void> {
      world.time.now += ms;
      await runner.round();
    },
    /** The payer's look, a block, and the payer's look, as often as is said. */
    async blocks(count: number, code = 'ERC20'): Promise<void> {
      for (let block = 0; block < count; block += 1) {
        await module.worker.round();
        await sandbox(code).mine();
        await module.worker.round();
      }
    },
    /** Signs a member in by the wallet of a name and gives them money of an asset. */
    async join(wallet: string, money: Record<string, bigint> = { USDT: 1_000n }): Promise<Member> {
      const client = await signInByWallet(world, { wallet });
      const { userid } = (await client.get('/user/center')).info as { userid: string };
      const journals = Object.entries(money).map(([asset, amount]) => ({
        code: 'FAUCET',
        reference: `${userid}.${asset}.${newRequest()}`,
        at: world.time.now,
        postings: [
          { address: `outside:real:issuance:${asset}`, amount: -amount * UNIT },
          { address: `user:${userid}:real:${asset}:available`, amount: amount * UNIT },
        ],
      }));
      await world.db.transaction((tx) => postJournals(tx, journals));
      const withdraw = (fields: Partial<Record<'channel' | 'address' | 'amount' | 'request_id', string>> = {}) => {
        const body = { channel: 'USDT_ERC20', address: OUTSIDE.ERC20, amount: '100', request_id: newRequest(), ...fields };
        return callConfirmed(world, client, () => client.post('/x/withdraw', body), wallet);
      };
      return {
        client,
        userId: userid,
        withdraw,
        async begin(fields) {
          const answer = await withdraw(fields);
          if (answer.status !== 1) throw new Error(JSON.stringify(answer));
          return answer.info as Withdrawn;
        },
        read: async (id) => (await client.get(`/x/withdrawal?id=${id}`)).info as Withdrawn & { steps: { step: string }[] },
        usdt: async () => (await client.get('/user/getbanlance?coin=USDT')).info as { available: string; held: string },
      };
    },
    async close(): Promise<void> {
      await leases.stop();
      await world.close();
    },
  };
}

export type Member = {
  client: Client;
  userId: string;
  withdraw(fields?: Partial<Record<'channel' | 'address' | 'amount' | 'request_id', string>>): Promise<Envelope>;
  begin(fields?: Partial<Record<'channel' | 'address' | 'amount' | 'request_id', string>>): Promise<Withdrawn>;
  read(id: string): Promise<Withdrawn & { steps: { step: string }[] }>;
  usdt(): Promise<{ available: string; held: string }>;
};
export type WithdrawalsWorld = Awaited<ReturnType<typeof createWithdrawalsWorld>>;
