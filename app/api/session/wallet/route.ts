import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { signInByWallet } from '@/lib/bff/session/sign-in-wallet';
import { getEnv } from '@/lib/env';
import { readSignInOrigin } from '@/lib/security/origin';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.signInWallet, ({ input, ip, request }) =>
  signInByWallet(input, { origin: readSignInOrigin(request, getEnv().publicOrigin), ip }),
);
