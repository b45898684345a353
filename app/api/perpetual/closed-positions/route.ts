import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { listClosedPositions } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.closedPositions, (caller) => listClosedPositions(caller, caller.input));
