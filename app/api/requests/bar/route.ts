import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { barRequest } from '@/lib/bff/requests/outcome';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.requestBar, (caller) => barRequest(caller, caller.input));
