import { topUpDemo } from '@/lib/bff/account/top-up-demo';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.demoTopUp, (caller) => topUpDemo(caller, caller.input));
