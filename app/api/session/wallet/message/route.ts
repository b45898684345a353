import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { originOf } from '@/lib/bff/origin-of';
import { createWalletMessage } from '@/lib/bff/session/sign-in-wallet';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.walletMessage, ({ input, request }) => createWalletMessage(input, originOf(request)));
