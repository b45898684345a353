import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getCandles } from '@/lib/bff/market/get-candles';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.candles, ({ input }) => getCandles(input));
