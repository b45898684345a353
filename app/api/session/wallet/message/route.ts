import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { createWalletMessage } from '@/lib/bff/session/sign-in-wallet';
import { getEnv } from '@/lib/env';
import { readSignInOrigin } from '@/lib/security/origin';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.walletMessage, ({ input, request }) =>
  createWalletMessage(input, readSignInOrigin(request, getEnv().publicOrigin)),
);
