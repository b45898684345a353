import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { cancelPerpetual } from '@/lib/bff/perpetual/orders';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.cancelPerpetual, (caller) => cancelPerpetual(caller, caller.input));
