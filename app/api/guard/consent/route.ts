import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { acceptDisclosure } from '@/lib/bff/guard';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.guardConsent, (caller) => acceptDisclosure(caller, caller.input));
