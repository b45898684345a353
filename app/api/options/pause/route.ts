import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { takeBreak } from '@/lib/bff/options/guard';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.optionPause, (caller) => takeBreak(caller, caller.input));
