import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getChallenge } from '@/lib/bff/session/register';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.challenge, ({ ip }) => getChallenge(ip));
