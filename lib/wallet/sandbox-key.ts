/** Where the sandbox wallet keeps its key. The name says what it is worth. */
export const SANDBOX_KEY_NAME = 'sandbox-wallet-key-for-test-money-only';
export const SANDBOX_WALLET_ID = 'sandbox';

/** True when this browser has used the sandbox wallet before. Some in-app browsers refuse storage: then there is none. */
export function hasSandboxWallet(): boolean {
  try {
    return localStorage.getItem(SANDBOX_KEY_NAME) !== null;
  } catch {
    return false;
  }
}
