import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getOrderDetail } from '@/lib/bff/spot/get-order-detail';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.order, (caller) => getOrderDetail(caller, caller.input));
