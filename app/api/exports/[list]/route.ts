import { serveExport } from '@/lib/bff/exports/serve-export';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export const GET = serveExport;
