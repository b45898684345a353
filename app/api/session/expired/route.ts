import { endSession } from '@/lib/bff/session/end-session';

export const dynamic = 'force-dynamic';

export const GET = endSession;
