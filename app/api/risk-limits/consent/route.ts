import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { acceptDisclosure } from '@/lib/bff/risk-limits';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.riskLimitsConsent, (caller) => acceptDisclosure(caller, caller.input));
