import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { keepPreferences } from '@/lib/bff/session/keep-preferences';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.preferences, ({ input }) => keepPreferences(input));
