import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getAnnouncements } from '@/lib/bff/market/get-announcements';
import { readLocale } from '@/lib/bff/session/read-locale';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.announcements, async ({ input }) => getAnnouncements(input.locale ?? (await readLocale())));
