/** How somebody proved who they are, and when (ms); `unknown` for a session from before this was kept. A second factor is to come. */
export type Proof = { method: 'password' | 'wallet' | 'passkey' | 'key' | 'link' | 'unknown'; at: number | null };

/**
 * Who acts. An operator is never a user, and a service (a worker, the web tier, the machine's own command line) never a person. What an operator
 * may do is asked of the database at the act itself, so it doesn't stand here.
 */
export type Actor =
  | { kind: 'user'; userId: string; proof: Proof }
  | { kind: 'service'; name: string }
  /** `from`: an address, or `the command line`; absent where it isn't known. */
  | { kind: 'operator'; operatorId: string; name: string; proof: Proof; from?: string };

export type OperatorActor = Extract<Actor, { kind: 'operator' }>;
