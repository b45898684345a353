import { serveRefusal } from '@/lib/bff/serve-refusal';

export const dynamic = 'force-dynamic';

/** Whatever the API has not, and every method that nothing here has. Not exported by name, for it is no endpoint. */
export { serveRefusal as GET, serveRefusal as POST, serveRefusal as OPTIONS };
