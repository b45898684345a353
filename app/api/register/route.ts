import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { register } from '@/lib/bff/session/register';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.register, ({ input, ip }) => register(input, ip));
