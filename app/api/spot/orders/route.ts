import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { listOrders } from '@/lib/bff/spot/list-orders';
import { placeOrder } from '@/lib/bff/spot/place-order';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.orders, (caller) => listOrders(caller, caller.input));
export const POST = handle(endpoints.placeOrder, (caller) => placeOrder(caller, caller.input));
