import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { takeTest } from '@/lib/bff/guard';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.guardTest, (caller) => takeTest(caller, caller.input));
