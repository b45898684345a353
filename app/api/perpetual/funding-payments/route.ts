import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { listFundingPayments } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.fundingPayments, (caller) => listFundingPayments(caller, caller.input));
