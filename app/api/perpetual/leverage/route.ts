import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { setPositionLeverage } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.positionLeverage, (caller) => setPositionLeverage(caller, caller.input));
