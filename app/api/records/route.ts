import { listRecords } from '@/lib/bff/account/list-records';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.records, (caller) => listRecords(caller, caller.input));
