import { claimFaucet } from '@/lib/bff/account/claim-faucet';
import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';

export const dynamic = 'force-dynamic';

export const POST = handle(endpoints.faucet, (caller) => claimFaucet(caller, caller.input));
