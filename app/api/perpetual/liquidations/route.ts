import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { listLiquidations } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.liquidations, (caller) => listLiquidations(caller, caller.input));
