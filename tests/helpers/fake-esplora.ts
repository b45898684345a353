import { createHash } from 'node:crypto';
import { Address, OutScript, RawTx, NETWORK } from '@scure/btc-signer';
import { openStubServer, type StubAnswer } from './stub-server';

/** Who spends the first input of every transaction. */
export const ESPLORA_SENDER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const hashTwice = (data: Uint8Array) => createHash('sha256').update(createHash('sha256').update(data).digest()).digest();
const show = (hash: Buffer) => Buffer.from(hash).reverse().toString('hex');
const unshow = (hash: string) => Buffer.from(hash, 'hex').reverse();

/** The first block of Bitcoin, as every node has it. */
export const GENESIS = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa' +
    '4b1e5e4a29ab5f49ffff001d1dac2b7c0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff00' +
    '1d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f7574' +
    '20666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4c' +
    'ef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
);

type Output = { address: string; satoshis: bigint };
type Sent = { txid: string; raw: Buffer };
type Block = { hash: string; raw: Buffer; sent: readonly Sent[] };

function merkleRoot(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0] as Buffer;
  const next: Buffer[] = [];
  for (let index = 0; index < hashes.length; index += 2) {
    next.push(hashTwice(Buffer.concat([hashes[index] as Buffer, hashes[index + 1] ?? (hashes[index] as Buffer)])));
  }
  return merkleRoot(next);
}

/** A chain of Bitcoin blocks without proof of work, encoded by another library than the one that reads it; servers of Esplora's API stand before it. */
export function createFakeBitcoin() {
  let serial = 0;
  let waiting: Sent[] = [];
  const blocks: Block[] = [{ hash: show(hashTwice(GENESIS.subarray(0, 80))), raw: GENESIS, sent: [] }];

  function makeTransaction(outputs: readonly Output[], isWitness: boolean, isReward = false): Sent {
    serial += 1;
    const spent = isReward ? { txid: Buffer.alloc(32), index: 0xffffffff } : { txid: hashTwice(Buffer.from(`input ${serial}`)), index: 0 };
    const finalScriptSig = isReward ? Buffer.from(`block ${serial}`) : new Uint8Array();
    const input = { ...spent, finalScriptSig, sequence: 0xffffffff };
    const encoded = {
      version: 2,
      inputs: [input],
      outputs: outputs.map(({ address, satoshis }) => ({ amount: satoshis, script: OutScript.encode(Address(NETWORK).decode(address)) })),
      lockTime: 0,
    };
    const bare = Buffer.from(RawTx.encode({ ...encoded, segwitFlag: false }));
    const witnesses = [[Buffer.alloc(71, serial % 256), Buffer.alloc(33, 2)]];
    const raw = isWitness ? Buffer.from(RawTx.encode({ ...encoded, segwitFlag: true, witnesses })) : bare;
    return { txid: show(hashTwice(bare)), raw };
  }

  function mineOne(sent: readonly Sent[], rewarded: readonly Output[] = []): void {
    const reward = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', satoshis: 312_500_000n };
    const all = [makeTransaction([reward, ...rewarded], true, true), ...sent];
    const parent = blocks.at(-1) as Block;
    const root = merkleRoot(all.map(({ txid }) => unshow(txid)));
    const header = Buffer.concat([Buffer.from([0, 0, 0, 32]), unshow(parent.hash), root, Buffer.alloc(12, serial % 256)]);
    if (all.length >= 0xfd) throw new Error('too many transactions for this chain');
    const raw = Buffer.concat([header, Buffer.from([all.length]), ...all.map((one) => one.raw)]);
    blocks.push({ hash: show(hashTwice(header)), raw, sent: all });
  }

  const find = (txid: string) => {
    const number = blocks.findIndex(({ sent }) => sent.some((one) => one.txid === txid));
    const sent = blocks[number]?.sent.find((one) => one.txid === txid) ?? waiting.find((one) => one.txid === txid);
    return sent === undefined ? null : { sent, number: number === -1 ? null : number };
  };
  const received = (address: string) => {
    const script = Buffer.from(OutScript.encode(Address(NETWORK).decode(address))).toString('hex');
    return blocks
      .flatMap(({ sent }) => sent)
      .flatMap(({ raw }) => RawTx.decode(raw).outputs)
      .filter((output) => Buffer.from(output.script).toString('hex') === script)
      .reduce((sum, { amount }) => sum + Number(amount), 0);
  };

  /** Nothing is ever spent on this chain. */
  const listOutputs = (address: string) => {
    const script = Buffer.from(OutScript.encode(Address(NETWORK).decode(address))).toString('hex');
    return blocks.flatMap(({ sent }) =>
      sent.flatMap(({ txid, raw }) =>
        RawTx.decode(raw).outputs.flatMap((output, vout) =>
          Buffer.from(output.script).toString('hex') === script
            ? [{ txid, vout, value: Number(output.amount), status: { confirmed: true } }]
            : [],
        ),
      ),
    );
  };

  function answer(path: string): StubAnswer {
    const [, kind = '', name = '', part] = path.split('/');
    if (path === '/blocks/tip/height') return String(blocks.length - 1);
    if (kind === 'block-height') return blocks[Number(name)]?.hash ?? null;
    if (kind === 'block') return blocks.find(({ hash }) => hash === name)?.raw ?? null;
    if (kind === 'address' && part === 'utxo') return listOutputs(name);
    if (kind === 'address') {
      return {
        address: name,
        chain_stats: { funded_txo_count: 1, funded_txo_sum: received(name), spent_txo_count: 0, spent_txo_sum: 0, tx_count: 1 },
      };
    }
    const found = find(name);
    if (kind !== 'tx' || found === null) return null;
    if (part === 'raw') return found.sent.raw;
    const block = found.number === null ? undefined : blocks[found.number];
    const status =
      block === undefined
        ? { confirmed: false }
        : { confirmed: true, block_height: found.number, block_hash: block.hash, block_time: 1_700_000_000 };
    return {
      txid: name,
      version: 2,
      locktime: 0,
      vin: [{ prevout: { scriptpubkey_address: ESPLORA_SENDER } }],
      vout: [],
      size: found.sent.raw.length,
      weight: 561,
      fee: 141,
      status,
    };
  }

  return {
    blocks,
    openServer: () => openStubServer(answer),
    /** Sends to addresses, one output each; returns the hash. */
    pay(outputs: readonly Output[], { isWitness = true }: { isWitness?: boolean } = {}): string {
      const sent = makeTransaction(outputs, isWitness);
      waiting.push(sent);
      return sent.txid;
    },
    mine(count = 1): void {
      for (let block = 0; block < count; block += 1) {
        mineOne(waiting);
        waiting = [];
      }
    },
    /** Mines a block whose miner pays these out of its new coins; returns the hash of that transaction. */
    mineTo(outputs: readonly Output[]): string {
      mineOne(waiting, outputs);
      waiting = [];
      return blocks.at(-1)?.sent[0]?.txid ?? '';
    },
    /** Replaces the last blocks by empty ones; what was in them never was. */
    reorganise(depth: number): void {
      blocks.splice(blocks.length - depth, depth);
      for (let block = 0; block < depth; block += 1) mineOne([]);
    },
  };
}
