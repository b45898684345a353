import { createHash } from 'node:crypto';
import { createPublicClient, getAddress, http, verifyMessage } from 'viem';
import { createSiweMessage, generateSiweNonce, parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { z } from 'zod';
import { AppError } from '../errors/app-error';

/** A person needs seconds to sign; a wallet on another device perhaps minutes. */
export const NONCE_MAX_AGE_S = 5 * 60;
/** Bounds the memory of used nonces; each is forgotten when its message has expired. */
const USED_NONCES_MAX = 50_000;
const RPC_TIMEOUT_MS = 10_000;

/** What the nonce cookie seals. `messageHash` ties it to the very text that was issued; `expiresAt` in ms since 1970. */
export const issuedMessageSchema = z.strictObject({
  nonce: z.string(),
  messageHash: z.string(),
  address: z.string(),
  chainId: z.number().int(),
  expiresAt: z.number().int(),
});
export type IssuedMessage = z.infer<typeof issuedMessageSchema>;

const hashOf = (message: string) => createHash('sha256').update(message).digest('base64url');

/** Returns the EIP-4361 text to sign, and what to remember about it. `origin` is what the browser shows; `statement` one line. */
export function issueWalletMessage(input: { address: string; chainId: number; origin: string; statement: string; now: number }): {
  message: string;
  issued: IssuedMessage;
} {
  const { host } = new URL(input.origin);
  const address = getAddress(input.address);
  const nonce = generateSiweNonce().slice(0, 32);
  const expiresAt = input.now + NONCE_MAX_AGE_S * 1000;
  const message = createSiweMessage({
    address,
    chainId: input.chainId,
    domain: host,
    nonce,
    uri: input.origin,
    version: '1',
    statement: input.statement,
    issuedAt: new Date(input.now),
    expirationTime: new Date(expiresAt),
  });
  return { message, issued: { nonce, messageHash: hashOf(message), address, chainId: input.chainId, expiresAt } };
}

/** Lets each nonce through once; says whether this was the first time. `until`: when its message has expired, in ms. */
export type ConsumeNonce = (nonce: string, until: number) => Promise<boolean>;

/** Returns a memory of used nonces for one process. It forgets none before its time: when it is full, no further one passes. */
export function createNonceMemory(now: () => number = Date.now, max = USED_NONCES_MAX): ConsumeNonce {
  const used = new Map<string, number>();
  return async (nonce, until) => {
    for (const [old, expires] of used) {
      if (expires > now()) break;
      used.delete(old);
    }
    if (used.has(nonce) || used.size >= max) return false;
    used.set(nonce, until);
    return true;
  };
}

type VerifyInput = {
  message: string;
  signature: string;
  issued: IssuedMessage | null;
  origin: string;
  now: number;
  chainRpcUrl: string | null;
};

/** Contract wallets sign by EIP-1271, undeployed ones by EIP-6492; both need the chain. The chain must be the one that was named. */
async function verifyOnChain(input: VerifyInput & { issued: IssuedMessage; chainRpcUrl: string }): Promise<boolean> {
  const client = createPublicClient({ transport: http(input.chainRpcUrl, { timeout: RPC_TIMEOUT_MS, retryCount: 1 }) });
  try {
    if ((await client.getChainId()) !== input.issued.chainId) return false;
    return await client.verifyMessage({
      address: getAddress(input.issued.address),
      message: input.message,
      signature: input.signature as `0x${string}`,
    });
  } catch (cause) {
    throw new AppError('LEGACY_UNREACHABLE', { detail: 'chain RPC', cause });
  }
}

/**
 * Returns the address that signed, checksummed. The text must be the very one issued to this browser, for this host, chain and address,
 * not expired, and its nonce unused.
 *
 * @throws WALLET_MESSAGE_EXPIRED, WALLET_SIGNATURE_WRONG
 */
export async function verifyWalletMessage(input: VerifyInput, consumeNonce: ConsumeNonce): Promise<string> {
  const { message, issued, now } = input;
  if (issued === null || issued.expiresAt <= now) throw new AppError('WALLET_MESSAGE_EXPIRED');
  const fields = parseSiweMessage(message);
  const isOurs =
    hashOf(message) === issued.messageHash &&
    validateSiweMessage({
      message: fields,
      address: getAddress(issued.address),
      domain: new URL(input.origin).host,
      nonce: issued.nonce,
      time: new Date(now),
    }) &&
    fields.chainId === issued.chainId;
  if (!isOurs) throw new AppError('WALLET_SIGNATURE_WRONG', { detail: 'another message' });
  const signature = input.signature as `0x${string}`;
  const address = getAddress(issued.address);
  const isOwner = await verifyMessage({ address, message, signature }).catch(() => false);
  if (!isOwner && (input.chainRpcUrl === null || !(await verifyOnChain({ ...input, issued, chainRpcUrl: input.chainRpcUrl })))) {
    throw new AppError('WALLET_SIGNATURE_WRONG');
  }
  // Last, so that only messages that were really signed are remembered.
  if (!(await consumeNonce(issued.nonce, issued.expiresAt))) throw new AppError('WALLET_MESSAGE_EXPIRED', { detail: 'nonce used' });
  return address;
}
