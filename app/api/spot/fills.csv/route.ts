import { serveFills } from '@/lib/bff/spot/serve-fills';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export const GET = serveFills;
