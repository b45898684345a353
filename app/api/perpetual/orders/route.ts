import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { listPerpetualOrders, placePerpetual } from '@/lib/bff/perpetual/orders';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.perpetualOrders, (caller) => listPerpetualOrders(caller, caller.input));
export const POST = handle(endpoints.placePerpetual, (caller) => placePerpetual(caller, caller.input));
