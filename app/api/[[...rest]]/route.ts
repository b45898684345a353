import { answerDirectly } from '@/lib/bff/direct';
import { serveApi } from '@/lib/bff/dispatch';
import { offerDirectReads } from '@/lib/security/direct-reads';

export const dynamic = 'force-dynamic';

// From the first request on: this server's own process, where it is built. A platform has servers of its own.
if (process.env.NODE_ENV === 'production' && process.env.VERCEL === undefined) offerDirectReads(answerDirectly);

export { serveApi as GET, serveApi as POST, serveApi as OPTIONS };
