/** What keeps a proof from being sent: no amount, a hash whose end is none, or nothing to find the deposit by. */
export type ProofProblem = 'amount' | 'hash' | 'empty';

const HASH_END = /^[0-9a-fA-F]{6}$/;
const HASH_END_LENGTH = 6;

/** Returns the end of a hash that was typed whole or in part. */
export function endOfHash(typed: string): string {
  return typed.trim().slice(-HASH_END_LENGTH);
}

/** Returns what is missing first; null when it can be sent. */
export function findProofProblem({ amount, hash, picture }: { amount: string; hash: string; picture: string | null }): ProofProblem | null {
  if (!/[1-9]/.test(amount)) return 'amount';
  const end = endOfHash(hash);
  if (end === '') return picture === null ? 'empty' : null;
  return HASH_END.test(end) ? null : 'hash';
}
