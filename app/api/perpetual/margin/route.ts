import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { movePositionMargin } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.positionMargin, (caller) => movePositionMargin(caller, caller.input));
