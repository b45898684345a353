import { handlePreferences } from '@/lib/console/preferences';

export const dynamic = 'force-dynamic';

export async function POST(request: Request): Promise<Response> {
  return handlePreferences(request);
}
