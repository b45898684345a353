import 'server-only';
import * as api from '../../api/step-up';
import * as dto from '../../dto/step-up';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import * as calls from '../../protocol/step-up';
import { readSignInOrigin } from '../../security/origin';
import { issueWalletMessage } from '../../session/wallet-message';
import { serve } from '../operation';
import { callAs, toIso } from '../upstream';

/** A wallet that names no chain signs for the main one. */
const CHAIN_ID = 1;

export const stepUpStart = serve(api.stepUpStart, {
  input: dto.stepUpStartInputSchema,
  output: dto.stepUpStartedSchema,
  rate: 'signIn',
  summary: 'Begin to confirm an act: the code is mailed, or the text for the wallet is made',
  run: async ({ input: { ticket, way, chainId = CHAIN_ID }, session, ip, request }) => {
    const { sent_to: sentTo, statement, nonce, address, options } = await callAs({ session, ip }, calls.stepUpStart, { ticket, way });
    if (statement === null || nonce === null || address === null) return { sentTo, message: null, address: null, options };
    if (request === null) throw new AppError('SIGN_IN_ADDRESS_REFUSED', { detail: 'no request' });
    const origin = readSignInOrigin(request, getEnv().publicOrigin);
    const { message } = issueWalletMessage({ address, chainId, origin, statement, nonce, now: Date.now() });
    return { sentTo, message, address, options };
  },
});

export const stepUpProve = serve(api.stepUpProve, {
  input: dto.stepUpProveInputSchema,
  output: dto.stepUpProvedSchema,
  rate: 'signIn',
  summary: 'Confirm an act',
  run: async ({ input, session, ip }) => ({ until: toIso((await callAs({ session, ip }, calls.stepUpProve, input)).until) }),
});
