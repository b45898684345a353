import { getOutbox } from '@/lib/bff/app/get-outbox';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.outbox, ({ input }) => getOutbox(input));
