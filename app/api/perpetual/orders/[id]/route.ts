import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getPerpetualOrder } from '@/lib/bff/perpetual/orders';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.perpetualOrder, (caller) => getPerpetualOrder(caller, caller.input));
