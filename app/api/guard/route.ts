import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getGuard } from '@/lib/bff/guard';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.guardState, (caller) => getGuard(caller, caller.input));
