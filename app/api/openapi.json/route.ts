import { getOpenApiText } from '@/lib/bff/openapi';

export const dynamic = 'force-dynamic';

export function GET(): Response {
  return new Response(getOpenApiText(), { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } });
}
