import { serveApi } from '@/lib/bff/dispatch';

export const dynamic = 'force-dynamic';

export { serveApi as GET, serveApi as POST, serveApi as OPTIONS };
