import { type StepUpParams, stepUpParamsSchema } from '../dto/step-up';
import { ApiError } from './api-client';

/** Asks the user to confirm; says whether they did. */
type Asker = (asked: StepUpParams) => Promise<boolean>;

let asker: Asker | null = null;

/** Sets who asks, once for the whole app; returns what ends it. */
export function answerStepUps(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/** Asks where a write was refused because it has to be confirmed; null for any other refusal, or where nobody can ask. */
export function askStepUp(error: unknown): Promise<boolean> | null {
  if (!(error instanceof ApiError) || error.code !== 'STEP_UP_REQUIRED') return null;
  const asked = stepUpParamsSchema.safeParse(error.params).data;
  return asked === undefined ? null : (asker?.(asked) ?? null);
}
