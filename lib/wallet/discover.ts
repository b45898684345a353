/** What every wallet in a browser offers (EIP-1193). */
export type WalletProvider = { request(call: { method: string; params?: unknown }): Promise<unknown> };
/** `icon` is a data URI of an image, or null. */
export type FoundWallet = { id: string; name: string; icon: string | null; provider: WalletProvider };

type Announcement = CustomEvent<{ info: { uuid: string; name: string; icon: string; rdns: string }; provider: WalletProvider }>;

/** A browser with more wallets than that is not a phone of ours. */
const WALLETS_MAX = 12;
/** Old in-app browsers put their wallet into the page late, without any announcement. */
const LOOK_AGAIN_MS = [300, 1_000, 2_500, 5_000] as const;

function legacyProvider(): WalletProvider | null {
  const { ethereum } = window as { ethereum?: Partial<WalletProvider> };
  return typeof ethereum?.request === 'function' ? (ethereum as WalletProvider) : null;
}

/**
 * Calls `onChange` with the wallets of this browser whenever one appears: announced ones (EIP-6963), and the unnamed one in
 * `window.ethereum` while nothing was announced. Returns the way out.
 */
export function watchWallets(onChange: (wallets: readonly FoundWallet[]) => void): () => void {
  const announced = new Map<string, FoundWallet>();
  let lastShown = '';
  const report = () => {
    const old = announced.size === 0 ? legacyProvider() : null;
    const wallets = old ? [{ id: 'injected', name: '', icon: null, provider: old }] : [...announced.values()];
    const shown = wallets.map(({ id }) => id).join();
    if (shown === lastShown) return;
    lastShown = shown;
    onChange(wallets);
  };
  const announce = (event: Event) => {
    const { info, provider } = (event as Announcement).detail ?? {};
    if (!info?.uuid || typeof provider?.request !== 'function' || announced.size >= WALLETS_MAX) return;
    const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : null;
    announced.set(info.rdns || info.uuid, { id: info.rdns || info.uuid, name: String(info.name).slice(0, 40), icon, provider });
    report();
  };
  window.addEventListener('eip6963:announceProvider', announce);
  window.addEventListener('ethereum#initialized', report);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  const timers = LOOK_AGAIN_MS.map((ms) => setTimeout(report, ms));
  return () => {
    window.removeEventListener('eip6963:announceProvider', announce);
    window.removeEventListener('ethereum#initialized', report);
    for (const timer of timers) clearTimeout(timer);
  };
}
