import { getHealth } from '@/lib/bff/app/get-health';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.health, () => getHealth());
