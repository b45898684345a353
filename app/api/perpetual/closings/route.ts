import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { closePosition } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.closePosition, (caller) => closePosition(caller, caller.input));
