import { createPublicClient, getAddress, http, verifyMessage } from 'viem';
import { parseSiweMessage } from 'viem/siwe';

/** A person needs seconds to sign; a wallet on another device perhaps minutes. */
export const WALLET_MESSAGE_LIFE_MS = 5 * 60_000;
/** Clocks of the app and of the exchange may differ by this much. */
const CLOCK_SKEW_MS = 60_000;
const NONCE_LENGTH_MIN = 16;
const RPC_TIMEOUT_MS = 10_000;
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

type Signed = { said: Pick<WalletMessage, 'address' | 'chainId'>; message: string; signature: string; chainRpcUrl: string | null };

/**
 * Says whether the address signed the message: offline for a key of its own, else, where there is a chain to ask, by EIP-1271 and EIP-6492
 * on the very chain that the message names.
 * @throws what the chain's connection throws
 */
export async function hasSigned({ said, message, signature, chainRpcUrl }: Signed): Promise<boolean> {
  const signed = { address: said.address, message, signature: signature as `0x${string}` };
  if (await verifyMessage(signed).catch(() => false)) return true;
  if (chainRpcUrl === null) return false;
  const client = createPublicClient({ transport: http(chainRpcUrl, { timeout: RPC_TIMEOUT_MS, retryCount: 1 }) });
  return (await client.getChainId()) === said.chainId && client.verifyMessage(signed);
}
