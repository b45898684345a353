import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getTrades } from '@/lib/bff/market/get-trades';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.trades, ({ input, session }) => getTrades({ ...input, mode: session?.mode ?? 'real' }));
