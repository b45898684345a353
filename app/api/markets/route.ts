import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getMarkets } from '@/lib/bff/market/get-markets';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.markets, () => getMarkets());
