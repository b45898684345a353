import { handleOperator } from '@/lib/console/handle';

export const dynamic = 'force-dynamic';

export async function POST(request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return handleOperator(request, (await params).name);
}
