import { getFeatures } from '@/lib/bff/app/get-features';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.features, () => getFeatures());
