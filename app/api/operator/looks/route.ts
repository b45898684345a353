import { handleLooks } from '@/lib/console/looks';

export const dynamic = 'force-dynamic';

export async function POST(request: Request): Promise<Response> {
  return handleLooks(request);
}
