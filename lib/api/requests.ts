import type { requestBarSchema, requestInputSchema, requestOutcomeSchema } from '../dto/requests';
import type { MemberRead, MemberWrite } from './define';

/** Writes themselves, by their request number. */
export const requestOutcome: MemberRead<typeof requestInputSchema, typeof requestOutcomeSchema> = {
  id: 'requestOutcome',
  method: 'GET',
  access: 'member',
  shown: 'account',
  path: '/api/requests/outcome',
};
export const requestBar: MemberWrite<typeof requestInputSchema, typeof requestBarSchema> = {
  id: 'requestBar',
  method: 'POST',
  access: 'member',
  path: '/api/requests/bar',
};
