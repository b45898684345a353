import type { proofInputSchema, proofsSchema } from '../dto/proofs';
import type { doneSchema, nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** What a member says of a deposit that is missed. */
export const proofs: MemberRead<typeof nothing, typeof proofsSchema> = {
  id: 'proofs',
  method: 'GET',
  access: 'member',
  path: '/api/deposits/proofs',
  topic: 'proofs',
  fresh: 'own',
};
export const proofSubmit: MemberWrite<typeof proofInputSchema, typeof doneSchema> = {
  id: 'proofSubmit',
  method: 'POST',
  access: 'member',
  path: '/api/deposits/proofs',
  makesStale: ['proofs', 'wires'],
  numbered: 'deposits.submit',
};
