import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getPerpetualOpen } from '@/lib/bff/perpetual/orders';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.perpetualOpen, (caller) => getPerpetualOpen(caller, caller.input));
