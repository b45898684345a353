import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getRiskLimits } from '@/lib/bff/risk-limits';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.riskLimits, (caller) => getRiskLimits(caller, caller.input));
