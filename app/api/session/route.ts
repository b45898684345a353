import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { toSession } from '@/lib/bff/session/to-session';
import { readStandingSession } from '@/lib/session/session';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.session, async () => toSession(await readStandingSession()));
