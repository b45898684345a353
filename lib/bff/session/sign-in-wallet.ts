import 'server-only';
import { syncLanguage } from './sync-language';
import type { z } from 'zod';
import { brand } from '../../brand';
import type { Session, walletMessageInputSchema, walletSignInInputSchema } from '../../dto/session';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { callLegacy } from '../../legacy/call-legacy';
import { walletLogin } from '../../protocol/sign-in';
import { UNFREEZE_STATEMENT } from '../../rules/wallet-message';
import { rememberDevice } from '../../session/device';
import { startSession } from '../../session/start-session';
import { createNonceMemory, issueWalletMessage, type ConsumeNonce, verifyWalletMessage } from '../../session/wallet-message';
import { toIsCs } from '../../protocol/fields';
import { getFeatures } from '../app/get-features';
import { readClient } from './client-fields';
import { FIRST_MODE } from './sign-in-password';
import { toSession } from './to-session';
import { keepIssued, takeIssued } from './wallet-nonce';

/** Sent where the client's address is not known (specification 7). */
export const DEFAULT_IP = '0.0.0.0';
/** Wallets show it above the button; English, because the text is fixed by what was signed. */
const STATEMENT = `Sign in to ${brand.name}. This is free, sends no transaction and gives no access to your funds.`;

const slot = Symbol.for('candor.used-nonces');
function ownMemory(): ConsumeNonce {
  const holder = globalThis as { [slot]?: ConsumeNonce };
  holder[slot] ??= createNonceMemory();
  return holder[slot];
}

/** Our exchange checks message and signature itself and takes each nonce once; for another backend this process remembers (decision 21). */
const consumeOnce: ConsumeNonce = async (nonce, until) =>
  (await getFeatures()).features.includes('wallet-signatures') || ownMemory()(nonce, until);

/** Returns the EIP-4361 text for a wallet; its nonce is bound to this browser for five minutes. */
export async function createWalletMessage(input: z.infer<typeof walletMessageInputSchema>, origin: string): Promise<{ message: string }> {
  const statement = input.act === 'unfreeze' ? UNFREEZE_STATEMENT : STATEMENT;
  const { message, issued } = issueWalletMessage({ ...input, origin, statement, now: Date.now() });
  await keepIssued(issued);
  return { message };
}

/** Signs in by a wallet's signature, on the demo account. @throws WALLET_SIGNATURE_WRONG, WALLET_MESSAGE_EXPIRED, REFERRAL_UNKNOWN */
export async function signInByWallet(
  input: z.infer<typeof walletSignInInputSchema>,
  { origin, ip }: { origin: string; ip: string | null },
): Promise<Session> {
  const { message, signature } = input;
  const invite = input.invite === undefined || input.invite === '' ? undefined : input.invite.toUpperCase();
  if (invite !== undefined && !/^[A-Z0-9]{6,12}$/.test(invite)) throw new AppError('REFERRAL_UNKNOWN', { field: 'invite' });
  const issued = await takeIssued();
  const { chainRpcUrls } = getEnv();
  const address = await verifyWalletMessage({ message, signature, issued, origin, now: Date.now(), chainRpcUrls }, consumeOnce);
  const { device, fields: client } = await readClient(address);
  const fields = { username: address, ip: ip ?? DEFAULT_IP, is_cs: toIsCs(FIRST_MODE), invit: invite, message, signature, ...client };
  const { setCookie } = await callLegacy(walletLogin, fields, { ip });
  const session = await startSession({ upstream: setCookie, ip, expected: address });
  await syncLanguage(session);
  await rememberDevice(device, [session.username]);
  return toSession(session);
}
