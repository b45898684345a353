import { getHome } from '@/lib/bff/account/get-home';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.home, (caller) => getHome(caller));
