import { z } from 'zod';
import { wholeNumberField } from '../lib/protocol/fields';

const DECIMALS_MAX = 18;

const urls = (of: string) =>
  z
    .string()
    .max(1_000)
    .regex(/^https?:\/\/[^\s,]+(,https?:\/\/[^\s,]+){0,4}$/, `needs URLs of ${of}, at most five, joined by commas`)
    .optional();
const xpub = (path: string) =>
  z
    .string()
    .regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/, `needs the extended public key of ${path}, which begins with xpub`)
    .optional();
/** `coin:contract:decimals`, joined by commas. */
const tokens = (contract: string) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Z0-9]{2,10}:${contract}:[0-9]{1,2}(,[A-Z0-9]{2,10}:${contract}:[0-9]{1,2}){0,19}$`),
      'needs coin:contract:decimals, joined by commas',
    )
    .optional();

/** What the environment says of real chains. */
export const chainFields = {
  CHAIN_RPC_URL: urls('JSON-RPC'),
  CHAIN_ID: wholeNumberField({ min: 1, max: 999_999_999 }).default(1),
  CHAIN_XPUB: xpub("m/44'/60'/0'"),
  CHAIN_TOKENS: tokens('0x[0-9a-fA-F]{40}'),
  CHAIN_HOT_WALLET: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'needs an address')
    .optional(),
  BTC_URL: urls("Esplora's HTTP API"),
  BTC_XPUB: xpub("m/84'/0'/0'"),
  BTC_HOT_WALLET: z
    .string()
    .regex(/^(bc1[0-9a-z]{8,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/, 'needs an address')
    .optional(),
  TRON_URL: urls("a full node's HTTP API"),
  TRON_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, 'needs a key of TronGrid')
    .optional(),
  TRON_XPUB: xpub("m/44'/195'/0'"),
  TRON_TOKENS: tokens('T[1-9A-HJ-NP-Za-km-z]{33}'),
  TRON_HOT_WALLET: z
    .string()
    .regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'needs an address')
    .optional(),
};
const schema = z.object(chainFields);
type Fields = z.output<typeof schema>;

/** `decimals` are those that the contract is expected to say. */
type Token = { asset: string; contract: string; decimals: number };
type OwnSettings = { urls: readonly string[]; xpub: string; hotWallet: string | null };
/** An EVM chain behind JSON-RPC. */
export type ChainSettings = OwnSettings & { chainId: number; tokens: readonly Token[] };
/** Bitcoin behind Esplora's HTTP API. */
export type BitcoinSettings = OwnSettings;
/** TRON behind the HTTP API of full nodes; `apiKey` is TronGrid's. */
export type TronSettings = OwnSettings & { apiKey: string | null; tokens: readonly Token[] };

/** Returns the real chains that are set up. A URL alone sets up none: that of the EVM chain checks signatures of wallets. @throws Error for what is half set up */
export function readChains(env: Fields): { chain: ChainSettings | null; bitcoin: BitcoinSettings | null; tron: TronSettings | null } {
  const evm = readOwn({
    name: 'CHAIN',
    url: 'CHAIN_RPC_URL',
    urls: env.CHAIN_RPC_URL,
    xpub: env.CHAIN_XPUB,
    hotWallet: env.CHAIN_HOT_WALLET,
  });
  const tron = readOwn({ name: 'TRON', url: 'TRON_URL', urls: env.TRON_URL, xpub: env.TRON_XPUB, hotWallet: env.TRON_HOT_WALLET });
  return {
    chain: evm === null ? null : { ...evm, chainId: env.CHAIN_ID, tokens: readTokens('CHAIN_TOKENS', env.CHAIN_TOKENS) },
    bitcoin: readOwn({ name: 'BTC', url: 'BTC_URL', urls: env.BTC_URL, xpub: env.BTC_XPUB, hotWallet: env.BTC_HOT_WALLET }),
    tron: tron === null ? null : { ...tron, apiKey: env.TRON_API_KEY ?? null, tokens: readTokens('TRON_TOKENS', env.TRON_TOKENS) },
  };
}

type Given = { name: string; url: string; urls: string | undefined; xpub: string | undefined; hotWallet: string | undefined };

function readOwn({ name, url, urls: given, xpub: key, hotWallet }: Given): OwnSettings | null {
  if (key === undefined) return null;
  if (given === undefined) throw new Error(`The configuration of the exchange is not usable:\n  ${name}_XPUB: needs ${url} as well`);
  return { urls: given.split(','), xpub: key, hotWallet: hotWallet ?? null };
}

function readTokens(name: string, given: string | undefined): Token[] {
  const read = (given?.split(',') ?? []).map((token) => {
    const [asset = '', contract = '', decimals = ''] = token.split(':');
    return { asset, contract, decimals: Number(decimals) };
  });
  if (read.some(({ decimals }) => decimals > DECIMALS_MAX)) {
    throw new Error(`The configuration of the exchange is not usable:\n  ${name}: at most ${DECIMALS_MAX} decimals`);
  }
  return read;
}
