import { endpoints } from '@/lib/bff/endpoints';
import { handle } from '@/lib/bff/http';
import { getProof } from '@/lib/bff/options/contracts';

export const dynamic = 'force-dynamic';

export const GET = handle(endpoints.optionProof, (caller) => getProof(caller, caller.input));
