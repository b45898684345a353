import { handleCsv } from '@/lib/console/csv';

export const dynamic = 'force-dynamic';

export async function POST(request: Request): Promise<Response> {
  return handleCsv(request);
}
