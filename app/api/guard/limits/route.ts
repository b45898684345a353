import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { setLimits } from '@/lib/bff/guard';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.guardLimits, (caller) => setLimits(caller, caller.input));
