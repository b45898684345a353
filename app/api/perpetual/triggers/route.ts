import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { setPositionTriggers } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.positionTriggers, (caller) => setPositionTriggers(caller, caller.input));
