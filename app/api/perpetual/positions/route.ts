import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { listPositions } from '@/lib/bff/perpetual/positions';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.positions, (caller) => listPositions(caller));
