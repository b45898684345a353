import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getRules } from '@/lib/bff/market/get-rules';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.rules, ({ input }) => getRules(input));
