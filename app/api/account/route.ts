import { getAccount } from '@/lib/bff/account/get-account';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.account, (caller) => getAccount(caller));
