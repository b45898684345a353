import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getPerpetualTerms } from '@/lib/bff/perpetual/markets';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.perpetualTerms, ({ input }) => getPerpetualTerms(input));
