import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { cancelOrder } from '@/lib/bff/spot/cancel-order';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.cancelOrder, (caller) => cancelOrder(caller, caller.input));
