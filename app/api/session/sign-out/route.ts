import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { signOut } from '@/lib/bff/session/sign-out';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.signOut, ({ session, ip }) => signOut({ session, ip }));
