import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getRequestOutcome } from '@/lib/bff/requests/outcome';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.requestOutcome, (caller) => getRequestOutcome(caller, caller.input));
