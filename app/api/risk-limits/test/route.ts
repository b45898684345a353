import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { takeTest } from '@/lib/bff/risk-limits';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.riskLimitsTest, (caller) => takeTest(caller, caller.input));
