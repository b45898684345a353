import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { setLimits } from '@/lib/bff/risk-limits';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.riskLimitsChange, (caller) => setLimits(caller, caller.input));
