import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { signInByPassword } from '@/lib/bff/session/sign-in-password';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.signInPassword, ({ input, ip }) => signInByPassword(input, ip));
