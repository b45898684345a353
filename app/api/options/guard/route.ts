import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getGuard } from '@/lib/bff/options/guard';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.optionGuard, (caller) => getGuard(caller, caller.input));
