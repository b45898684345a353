import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { listFundingRates } from '@/lib/bff/perpetual/markets';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.fundingRates, ({ input, session }) => listFundingRates(input, session?.mode ?? 'real'));
