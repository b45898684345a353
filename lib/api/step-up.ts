import type { stepUpProvedSchema, stepUpProveInputSchema, stepUpStartedSchema, stepUpStartInputSchema } from '../dto/step-up';
import type { MemberWrite } from './define';

/** Confirming an act that the exchange refused with STEP_UP_REQUIRED. */
export const stepUpStart: MemberWrite<typeof stepUpStartInputSchema, typeof stepUpStartedSchema> = {
  id: 'stepUpStart',
  method: 'POST',
  access: 'member',
  path: '/api/step-up/start',
};
export const stepUpProve: MemberWrite<typeof stepUpProveInputSchema, typeof stepUpProvedSchema> = {
  id: 'stepUpProve',
  method: 'POST',
  access: 'member',
  path: '/api/step-up',
};
