import { createHash } from 'node:crypto';
import { getAddress } from 'viem';
import { createSiweMessage, generateSiweNonce } from 'viem/siwe';
import { z } from 'zod';
import { AppError } from '../errors/app-error';
import { hasSigned, isInTime, readWalletMessage, WALLET_MESSAGE_LIFE_MS } from '../rules/wallet-message';

export const NONCE_MAX_AGE_S = WALLET_MESSAGE_LIFE_MS / 1000;
/** Bounds the memory of used nonces; each is forgotten when its message has expired. */
const USED_NONCES_MAX = 50_000;

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

type WalletMessageDraft = { address: string; chainId: number; origin: string; statement: string; nonce?: string; now: number };

/**
 * Returns the EIP-4361 text to sign, and what to remember about it. `origin` is what the browser shows; `statement` one line; `nonce` a new one
 * where none is given.
 */
export function issueWalletMessage(input: WalletMessageDraft): {
  message: string;
  issued: IssuedMessage;
} {
  const { host } = new URL(input.origin);
  const address = getAddress(input.address);
  const nonce = input.nonce ?? generateSiweNonce().slice(0, 32);
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
  chainRpcUrls: readonly string[];
};

/**
 * Returns the address that signed, checksummed. The text must be the very one issued to this browser, for this host, chain and address,
 * not expired, and its nonce unused.
 *
 * @throws WALLET_MESSAGE_EXPIRED, WALLET_SIGNATURE_WRONG
 */
export async function verifyWalletMessage(input: VerifyInput, consumeNonce: ConsumeNonce): Promise<string> {
  const { message, issued, now, signature, chainRpcUrls } = input;
  if (issued === null || issued.expiresAt <= now) throw new AppError('WALLET_MESSAGE_EXPIRED');
  const said = hashOf(message) === issued.messageHash ? readWalletMessage(message) : null;
  const isOurs =
    said !== null &&
    said.address === getAddress(issued.address) &&
    said.domain === new URL(input.origin).host &&
    said.nonce === issued.nonce &&
    said.chainId === issued.chainId &&
    isInTime(said, now);
  if (!isOurs) throw new AppError('WALLET_SIGNATURE_WRONG', { detail: 'another message' });
  const isOwner = await hasSigned({ said, message, signature, chainRpcUrls }).catch((cause: unknown) => {
    throw new AppError('LEGACY_UNREACHABLE', { detail: 'chain RPC', cause });
  });
  if (!isOwner) throw new AppError('WALLET_SIGNATURE_WRONG');
  // Last, so that only messages that were really signed are remembered.
  if (!(await consumeNonce(issued.nonce, issued.expiresAt))) throw new AppError('WALLET_MESSAGE_EXPIRED', { detail: 'nonce used' });
  return said.address;
}
