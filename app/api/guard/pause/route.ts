import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { takeBreak } from '@/lib/bff/guard';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.guardPause, (caller) => takeBreak(caller, caller.input));
