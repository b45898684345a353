import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { takeBreak } from '@/lib/bff/risk-limits';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.riskLimitsPause, (caller) => takeBreak(caller, caller.input));
