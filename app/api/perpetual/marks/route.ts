import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getMarks } from '@/lib/bff/perpetual/markets';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.marks, ({ session }) => getMarks({ mode: session?.mode ?? 'real' }));
