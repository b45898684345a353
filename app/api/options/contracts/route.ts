import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { buyContract, listContracts } from '@/lib/bff/options/contracts';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.contracts, (caller) => listContracts(caller, caller.input));
export const POST = handle(endpoints.buyContract, (caller) => buyContract(caller, caller.input));
