import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { switchMode } from '@/lib/bff/session/switch-mode';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.switchMode, ({ input, session, ip }) => switchMode({ session, ip }, input));
