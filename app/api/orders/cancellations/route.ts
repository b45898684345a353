import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { cancelAll } from '@/lib/bff/spot/cancel-all';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.cancelAll, (caller) => cancelAll(caller, caller.input));
