import { serveStream } from '@/lib/bff/stream/serve-stream';

export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

export const GET = serveStream;
