import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { markWalletFound } from '@/lib/bff/session/mark-wallet-found';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.walletFound, () => markWalletFound());
