import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getOptionTerms } from '@/lib/bff/options/get-terms';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.optionTerms, ({ input }) => getOptionTerms(input));
