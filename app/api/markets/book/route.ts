import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getBook } from '@/lib/bff/market/get-book';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.book, ({ input, session }) => getBook({ ...input, mode: session?.mode ?? 'real' }));
