import { getBalances } from '@/lib/bff/account/get-balances';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.balances, (caller) => getBalances(caller));
