import { createPublicClient, getAddress, http, verifyMessage } from 'viem';
import { parseSiweMessage } from 'viem/siwe';
import { createConcurrencyLimiter } from '../rate-limits/concurrency-limiter';

/** A person needs seconds to sign; a wallet on another device perhaps minutes. */
export const WALLET_MESSAGE_LIFE_MS = 5 * 60_000;
/** Clocks of the app and of the exchange may differ by this much. */
const CLOCK_SKEW_MS = 60_000;
const NONCE_LENGTH_MIN = 16;
const RPC_TIMEOUT_MS = 10_000;
/** Nodes that have to say alike that a contract signed: one alone could say so of everybody. */
const NODES_MIN = 2;
/** Strangers have nodes asked, which deposits and payments need as well: so many signatures at once, and so many that wait. */
const gate = createConcurrencyLimiter({
  runningMax: 4,
  waitingMax: 20,
  refuse: () => new Error('too many signatures of contracts are being checked'),
});
/** Names of the computer itself: nobody else's page can be shown under them. `[::1]` is no domain to the library that writes the message. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/i;

/** A sign-in message that says this lifts a freeze of the account as well. */
export const UNFREEZE_STATEMENT = 'Lift the freeze of my account and sign in. This is free and sends no transaction.';

/** What a sign-in message (EIP-4361) says. `address` is checksummed, `expiresAt` in ms since 1970, `statement` empty where there is none. */
export type WalletMessage = {
  statement: string;
  address: `0x${string}`;
  domain: string;
  nonce: string;
  chainId: number;
  expiresAt: number;
};

/** True for `localhost` and `127.0.0.1`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** True when a message may name this domain: the host of the configured origin, else a name of this computer. */
export function isSignInDomain(domain: string, publicOrigin: string | null): boolean {
  return publicOrigin === null ? isLoopbackHost(domain) : domain === new URL(publicOrigin).host;
}

/** Returns what a sign-in message says; null when it is none, or lives longer than ours do. Says nothing about who signed it, nor when it is now. */
export function readWalletMessage(message: string): WalletMessage | null {
  const { address, domain, nonce, chainId, expirationTime, issuedAt, uri, version, statement = '' } = parseSiweMessage(message);
  if (address === undefined || domain === undefined || nonce === undefined || chainId === undefined) return null;
  if (expirationTime === undefined || issuedAt === undefined || version !== '1' || nonce.length < NONCE_LENGTH_MIN) return null;
  if (uri === undefined || !URL.canParse(uri) || new URL(uri).host !== domain.toLowerCase()) return null;
  const [from, until] = [issuedAt.getTime(), expirationTime.getTime()];
  if (!(until > from && until - from <= WALLET_MESSAGE_LIFE_MS)) return null;
  return { statement, address: getAddress(address), domain, nonce, chainId, expiresAt: until };
}

/** True at a time (ms) at which a message of ours can have been issued and has not ended. */
export function isInTime({ expiresAt }: Pick<WalletMessage, 'expiresAt'>, now: number): boolean {
  return now < expiresAt && expiresAt <= now + WALLET_MESSAGE_LIFE_MS + CLOCK_SKEW_MS;
}

type Signed = { said: Pick<WalletMessage, 'address' | 'chainId'>; message: string; signature: string; chainRpcUrls: readonly string[] };

/**
 * Says whether the address signed the message: offline for a key of its own, else, where two nodes of a chain say so alike, by EIP-1271 and EIP-6492
 * on the very chain that the message names. With one node alone no contract can sign.
 * @throws Error where too few nodes answer, or too many signatures are being checked
 */
export async function hasSigned({ said, message, signature, chainRpcUrls }: Signed): Promise<boolean> {
  const signed = { address: said.address, message, signature: signature as `0x${string}` };
  if (await verifyMessage(signed).catch(() => false)) return true;
  const urls = [...new Set(chainRpcUrls)];
  if (urls.length < NODES_MIN) return false;
  return gate.run(async () => {
    const answers = await Promise.allSettled(urls.map((url) => askNode(url, said.chainId, signed)));
    const verdicts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (verdicts.length < NODES_MIN) throw new Error(`${verdicts.length} of ${urls.length} nodes answered, ${NODES_MIN} are needed`);
    const count = verdicts.filter((isSigned) => isSigned).length;
    return count >= NODES_MIN && count > verdicts.length - count;
  });
}

async function askNode(url: string, chainId: number, signed: Parameters<typeof verifyMessage>[0]): Promise<boolean> {
  const client = createPublicClient({ transport: http(url, { timeout: RPC_TIMEOUT_MS, retryCount: 0 }) });
  return (await client.getChainId()) === chainId && client.verifyMessage(signed);
}
