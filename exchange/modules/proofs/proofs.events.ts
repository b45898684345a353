import { z } from 'zod';
import { PROOF_ANSWERS } from '../../../lib/protocol/proofs';
import { defineEvent } from '../../platform/event-kinds';

/** Two operators have answered the proof of a deposit. */
export const proofAnswered = defineEvent(
  'proofs.answered',
  z.object({ proof: z.string(), asset: z.string().max(10), amount: z.string().max(60), answer: z.enum(PROOF_ANSWERS) }),
);
