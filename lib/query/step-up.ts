import type { StepUpParams } from '../dto/step-up';
import { STEP_UP_ACTS } from '../rules/step-up';
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
  const asked = readParams(error.params);
  return asked === null ? null : (asker?.(asked) ?? null);
}

/** By hand: a schema would bring its library to every screen that writes. */
function readParams({ act, ways, ticket }: Readonly<Record<string, unknown>> = {}): StepUpParams | null {
  const known = STEP_UP_ACTS.find((one) => one === act);
  return known === undefined || typeof ways !== 'string' || typeof ticket !== 'string' ? null : { act: known, ways, ticket };
}
