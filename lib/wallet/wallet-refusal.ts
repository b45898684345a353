/** Codes of EIP-1193 and of wallets' JSON-RPC. */
const USER_REJECTED = 4001;
const REQUEST_OPEN = -32002;
/** Libraries wrap what a wallet threw; deeper than this nothing of the wallet's is left. */
const CAUSES_MAX = 8;

/** Returns why a wallet gave nothing: the user said no, a request is still open in it, or it failed. */
export function walletRefusal(error: unknown): 'rejected' | 'busy' | 'failed' {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof cause === 'object' && cause !== null; depth += 1) {
    const { code } = cause as { code?: unknown };
    if (code === USER_REJECTED || code === 'ACTION_REJECTED') return 'rejected';
    if (code === REQUEST_OPEN) return 'busy';
    cause = (cause as { cause?: unknown }).cause;
  }
  return 'failed';
}
