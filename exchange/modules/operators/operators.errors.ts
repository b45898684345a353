export type ActionRefusal =
  | 'ACTOR_REFUSED'
  | 'KEY_UNKNOWN'
  | 'SIGN_IN_REFUSED'
  | 'SESSION_REQUIRED'
  | 'OPERATOR_SUSPENDED'
  | 'NOT_ALLOWED'
  | 'REASON_MISSING'
  | 'INPUT_INVALID'
  | 'NOT_FOUND'
  | 'REQUEST_UNKNOWN'
  | 'REQUEST_DECIDED'
  | 'REQUEST_EXPIRED'
  | 'REQUEST_ALTERED'
  | 'REQUESTS_TOO_MANY'
  | 'LOOKS_TOO_MANY'
  | 'MOVED_ON'
  | 'BUSY'
  | 'PROOF_NEEDED'
  | 'SAME_OPERATOR';

/** An action that was refused; nothing has changed. `message` is a sentence for the operator, in English as the whole operator's side is. */
export class ActionRefused extends Error {
  constructor(
    readonly code: ActionRefusal,
    message: string,
  ) {
    super(message);
    this.name = 'ActionRefused';
  }
}
