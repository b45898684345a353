import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { sendMailCode } from '@/lib/bff/session/register';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.mailCode, ({ input, ip }) => sendMailCode(input, ip));
