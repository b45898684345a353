import { HDKey } from '@scure/bip32';
import { Transaction as BitcoinTransaction } from '@scure/btc-signer';
import { Interface, Transaction } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBitcoinChain } from '../modules/networks/networks.bitcoin';
import { openAddressBook, toMatchKey } from '../modules/networks/networks.addresses';
import type { Chain, Networks } from '../modules/networks/networks';
import { fromUnits } from '../platform/decimal';
import { createTestDatabase } from '../platform/test-database';
import type { Database } from '../platform/db';
import { createFakeBitcoin } from '../../tests/helpers/fake-esplora';
import type { StubServer } from '../../tests/helpers/stub-server';
import { prepareSweep } from './sweeps';

const UNIT = 10n ** 18n;
const GWEI = 10n ** 9n;
const HOT = '0x00000000000000000000000000000000000000AA';
const TOKEN = '0x00000000000000000000000000000000000000bb';
const BTC_HOT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const accountOf = (path: string) => HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive(path).publicExtendedKey;
const books = { ERC20: openAddressBook('evm', accountOf("m/44'/60'/0'")), BTC: openAddressBook('bitcoin', accountOf("m/84'/0'/0'")) };
const addressOf = (network: 'ERC20' | 'BTC', index: number) => books[network].derive('deposit', index);

let db: Database;
let bitcoin: ReturnType<typeof createFakeBitcoin>;
let server: StubServer;
/** What the EVM chain of the test shows, by address and coin. */
const balances = new Map<string, bigint>();
const nonces = new Map<string, number>();

const evm = {
  evm: {
    chainId: 31337,
    tokenOf: (asset: string) => (asset === 'USDT' ? { contract: TOKEN, decimals: 6 } : null),
    readNonce: (address: string) => Promise.resolve(nonces.get(address) ?? 0),
    readFees: () => Promise.resolve({ baseFeePerGas: 10n * GWEI, priorityFeePerGas: GWEI }),
    estimateGas: () => Promise.resolve(60_000n),
  },
  readBalance: ([address]: readonly string[], asset: string) => Promise.resolve(balances.get(`${address} ${asset}`) ?? 0n),
} as unknown as Chain;
const sandbox = { evm: null, readBalance: evm.readBalance } as unknown as Chain;

function networksOf(chains: Readonly<Record<string, Chain>>, hot: Readonly<Record<string, string>> = {}): Networks {
  const list = Object.keys(chains).map((code) => ({ code, assets: code === 'BTC' ? ['BTC'] : ['USDT', 'ETH'], isOffered: true }));
  return {
    list: () => list,
    chainOf: (code: string) => chains[code],
    hotAddressOf: (code: string) => hot[code] ?? null,
  } as unknown as Networks;
}
const sweep = (networks: Networks, asked: { network: string; feePerByte?: number; after?: string }) =>
  prepareSweep({ db, networks }, { feePerByte: null, after: '', ...asked });

/** A person with addresses, and on one of them a credited deposit. Returns the index of the addresses. */
async function addMember(
  network: 'ERC20' | 'BTC',
  deposit: { asset: string; amount: bigint; txid: string; logIndex: number } | null,
): Promise<number> {
  const { rows } = await db.read.query<{ id: string }>(
    `INSERT INTO users (username, username_key, referral_code, kind)
     SELECT 'member' || n, 'member' || n, 'M' || lpad(n::text, 7, '0'), 'person' FROM (SELECT count(*) + 1 AS n FROM users) c RETURNING id`,
  );
  const user = rows[0]?.id ?? '';
  const owner = await db.read.query<{ index: number }>(
    'INSERT INTO deposit_owners (user_id) VALUES ($1) RETURNING address_index AS index',
    [user],
  );
  const index = owner.rows[0]?.index ?? 0;
  const address = addressOf(network, index);
  await db.read.query('INSERT INTO deposit_addresses (network, key_id, user_id, address, match_key) VALUES ($1, $2, $3, $4, $5)', [
    ...[network, books[network].keyId, user, address, toMatchKey(address)],
  ]);
  if (deposit !== null)
    await db.read.query(
      `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, block, block_hash, credited, seen_at, credited_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'credited', 1, 'x', 1, 1, 1)`,
      [network, deposit.txid, deposit.logIndex, user, deposit.asset, address, deposit.amount],
    );
  return index;
}

beforeAll(async () => {
  db = await createTestDatabase();
  bitcoin = createFakeBitcoin();
  server = await bitcoin.openServer();
});
afterAll(async () => {
  await server.stop();
  await db.close();
});

describe('a sweep of an EVM chain', () => {
  it('is a transaction for each coin of each address, to the hot wallet, numbered on from the chain, with what is lacking for gas', async () => {
    const deposit = (digit: string) => ({ asset: 'USDT', amount: UNIT, txid: `0x${digit.repeat(64)}`, logIndex: 1 });
    const rich = addressOf('ERC20', await addMember('ERC20', deposit('a')));
    const poor = addressOf('ERC20', await addMember('ERC20', deposit('b')));
    const never = addressOf('ERC20', await addMember('ERC20', null));
    balances
      .set(`${rich} USDT`, 5n * UNIT)
      .set(`${rich} ETH`, UNIT)
      .set(`${poor} USDT`, 3n * UNIT)
      .set(`${never} USDT`, 9n * UNIT);
    nonces.set(rich, 4);
    const { name, content, lines, next } = await sweep(networksOf({ ERC20: evm }, { ERC20: HOT }), { network: 'ERC20' });
    expect([name, next]).toEqual(['sweep-ERC20.json', null]);
    const file = JSON.parse(new TextDecoder().decode(content)) as {
      transactions: { from: string; path: string; asset: string; amount: string; unsigned: string }[];
      missing: object[];
    };
    const found = file.transactions.map(({ from, asset, amount, unsigned }) => ({ from, asset, amount, tx: Transaction.from(unsigned) }));
    const token = new Interface(['function transfer(address to, uint256 amount) returns (bool)']);
    const of = (address: string) => found.filter(({ from }) => from === address);
    expect(of(rich).map(({ asset, amount, tx }) => [asset, amount, tx.nonce, tx.chainId, tx.signature])).toEqual([
      ['USDT', '5', 4, 31337n, null],
      ['ETH', '0.998299', 5, 31337n, null],
    ]);
    expect(token.parseTransaction(of(rich)[0]?.tx ?? { data: '' })?.args.toArray()).toEqual([HOT, 5_000_000n]);
    const coin = of(rich)[1]?.tx;
    // What is left pays for its own gas and that of the token, to the wei.
    expect([coin?.to, (coin?.value ?? 0n) + 81_000n * 21n * GWEI]).toEqual([HOT, UNIT]);
    expect(of(poor)).toHaveLength(1);
    expect(of(never)).toEqual([]);
    expect(file.missing).toEqual([{ address: poor, wei: String(60_000n * 21n * GWEI) }]);
    expect(lines).toContainEqual(expect.stringContaining(`${poor} lacks 0.00126 ETH`));
    expect(file.transactions[0]?.path).toMatch(/^key [0-9a-f]{8}, 0\/[0-9]+$/);
  });
  describe('security: where a token or a node is against it', () => {
    const networksWith = (door: object) =>
      networksOf({ ERC20: { ...evm, evm: { ...evm.evm, ...door } } as unknown as Chain }, { ERC20: HOT });

    it('names what a token keeps, and goes on with the others', async () => {
      const frozen = addressOf(
        'ERC20',
        await addMember('ERC20', { asset: 'USDT', amount: UNIT, txid: `0x${'d'.repeat(64)}`, logIndex: 1 }),
      );
      balances.set(`${frozen} USDT`, 7n * UNIT).set(`${frozen} ETH`, UNIT);
      const estimateGas = ({ from }: { from: string }) =>
        from === frozen ? Promise.reject(new Error('execution reverted: frozen')) : Promise.resolve(60_000n);
      const { lines, content } = await sweep(networksWith({ estimateGas }), { network: 'ERC20' });
      expect(lines).toContainEqual(expect.stringMatching(`^7 USDT of ${frozen} stays`));
      expect(lines).toContainEqual(expect.stringMatching(`^0.999559 ETH of ${frozen} .* for 0.000441 ETH at most$`));
      expect(lines).toContainEqual(expect.stringMatching(/^5 USDT of .* for 0.00126 ETH at most$/));
      expect(new TextDecoder().decode(content)).toContain('"fee": "0.00126"');
      const burner = await sweep(networksWith({ estimateGas: () => Promise.resolve(5_000_000n) }), { network: 'ERC20' });
      expect(burner.lines.filter((line) => line.includes('takes too much gas'))).toHaveLength(3);
    });

    it('pays no tip that eats what is moved', async () => {
      const readFees = () => Promise.resolve({ baseFeePerGas: GWEI, priorityFeePerGas: 20_000n * GWEI });
      const some = addressOf('ERC20', await addMember('ERC20', { asset: 'ETH', amount: UNIT, txid: `0x${'e'.repeat(64)}`, logIndex: 0 }));
      balances.set(`${some} ETH`, UNIT / 10n);
      const { content, lines } = await sweep(networksWith({ readFees }), { network: 'ERC20' });
      const file = JSON.parse(new TextDecoder().decode(content)) as { transactions: { unsigned: string }[] };
      const tips = file.transactions.map(({ unsigned }) => Transaction.from(unsigned).maxPriorityFeePerGas);
      expect(new Set(tips)).toEqual(new Set([500n * GWEI]));
      // 21,000 gas at 500 gwei are 0.0105 ETH: more than a tenth of what lies there.
      expect(lines).toContainEqual(`0.0895 ETH of ${some} stays: its fee would be 0.0105, too large a share`);
    });
  });
  it('security: goes nowhere where the settings name no hot wallet', async () => {
    await expect(sweep(networksOf({ BTC: sandbox }), { network: 'BTC' })).rejects.toThrow('name no hot wallet of BTC');
    await expect(sweep(networksOf({ BTC: sandbox }), { network: 'DOGE' })).rejects.toThrow('DOGE is not offered here.');
  });
  it('is a list where transactions cannot be made', async () => {
    const { name, content } = await sweep(networksOf({ ERC20: sandbox }, { ERC20: HOT }), { network: 'ERC20' });
    const [head, ...rows] = new TextDecoder().decode(content).trim().split('\n');
    expect([name, head]).toEqual(['sweep-ERC20.csv', 'address,path,coin,amount,to']);
    expect(rows).toHaveLength(6);
    expect(rows.every((row) => row.endsWith(`,${HOT}`))).toBe(true);
  });
});

describe('a sweep of Bitcoin', () => {
  it('spends what was credited and is unspent, and nothing that a server alone tells of', async () => {
    const chain = createBitcoinChain({ urls: [server.url], depthMax: () => 3 });
    const first = await addMember('BTC', null);
    const address = addressOf('BTC', first);
    const credited = bitcoin.pay([{ address, satoshis: 150_000n }]);
    bitcoin.pay([{ address, satoshis: 70_000n }]);
    bitcoin.mine(2);
    const { rows } = await db.read.query<{ id: string }>('SELECT user_id AS id FROM deposit_addresses WHERE address = $1', [address]);
    const insert = (txid: string, satoshis: bigint) =>
      db.read.query(
        `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, block, block_hash, credited, seen_at, credited_at)
         VALUES ('BTC', $1, 0, $2, 'BTC', $3, $4, 'credited', 1, 'x', 1, 1, 1)`,
        [txid, rows[0]?.id, address, satoshis * 10n ** 10n],
      );
    await insert(credited, 150_000n);
    // It was credited once and has been spent since: the chain doesn't list it.
    await insert('c'.repeat(64), 99_000n);
    const networks = networksOf({ BTC: chain }, { BTC: BTC_HOT });
    await expect(sweep(networks, { network: 'BTC' })).rejects.toThrow('satoshi per byte');
    const { name, content, lines } = await sweep(networks, { network: 'BTC', feePerByte: 5 });
    const tx = BitcoinTransaction.fromPSBT(content);
    expect([name, tx.isFinal, tx.inputsLength, tx.outputsLength]).toEqual(['sweep-BTC.psbt', false, 1, 1]);
    expect(tx.getOutputAddress(0)).toBe(BTC_HOT);
    const fee = 150_000n - (tx.getOutput(0).amount ?? 0n);
    expect(fee > 300n && fee < 2_000n).toBe(true);
    expect(lines).toEqual([
      `to ${BTC_HOT}, 5 satoshi per byte, ${fromUnits(fee * 10n ** 10n, 18)} BTC in all`,
      expect.stringContaining(`0.0015 BTC of ${address}`),
    ]);
    expect((await sweep(networks, { network: 'BTC', feePerByte: 5, after: toMatchKey(address) })).content).toHaveLength(0);
  });

  it('security: takes the largest coins, leaves out what its own fee would eat, and an address whose list nobody reads', async () => {
    const insert = async (address: string, digit: string, satoshis: bigint, count: number) => {
      await db.read.query(
        `INSERT INTO deposits (network, txid, log_index, user_id, asset, address, amount, state, block, block_hash, credited, seen_at, credited_at)
         SELECT 'BTC', $1, n, user_id, 'BTC', address, $2, 'credited', 1, 'x', 1, 1, 1 FROM deposit_addresses, generate_series(1, $4::int4) n
          WHERE address = $3`,
        [digit.repeat(64), satoshis * 10n ** 10n, address, count],
      );
      return Array.from({ length: count }, (_, index) => ({ txid: digit.repeat(64), index: index + 1 }));
    };
    const [duster, owner, unread] = [
      addressOf('BTC', await addMember('BTC', null)),
      addressOf('BTC', await addMember('BTC', null)),
      addressOf('BTC', await addMember('BTC', null)),
    ];
    const lists = new Map([
      [duster, await insert(duster, '1', 294n, 510)],
      [owner, await insert(owner, '2', 100_000_000n, 1)],
    ]);
    await insert(unread, '3', 5_000_000n, 1);
    const listUnspent = (address: string) =>
      address === unread ? Promise.reject(new Error('too many')) : Promise.resolve(lists.get(address) ?? []);
    const networks = networksOf({ BTC: { evm: null, listUnspent } as unknown as Chain }, { BTC: BTC_HOT });
    const { content, lines } = await sweep(networks, { network: 'BTC', feePerByte: 5 });
    expect(BitcoinTransaction.fromPSBT(content).inputsLength).toBe(1);
    expect(lines.slice(1)).toEqual([
      '510 coins stay: the fee of their input alone would be too large a share of them',
      `${unread} was left out: what lies there can't be read`,
      expect.stringContaining(`1 BTC of ${owner}`),
    ]);
    const none = networksOf(
      { BTC: { evm: null, listUnspent: () => Promise.reject(new Error('down')) } as unknown as Chain },
      { BTC: BTC_HOT },
    );
    await expect(sweep(none, { network: 'BTC', feePerByte: 5 })).rejects.toThrow('down');
  });
});
