'use client';
import { useEffect, useState } from 'react';
import { type FoundWallet, watchWallets } from '@/lib/wallet/discover';
import { hasSandboxWallet } from '@/lib/wallet/sandbox-key';

/** Some in-app browsers put their wallet into the page late: until then nobody says that there is none. */
const LOOK_MS = 1_500;

/** The wallets of this browser; with `withSandbox` the sandbox one as well, once it was asked for here before. */
export function useWallets(withSandbox: boolean): { wallets: readonly FoundWallet[]; isLooking: boolean } {
  const [found, setFound] = useState<readonly FoundWallet[]>([]);
  const [sandbox, setSandbox] = useState<FoundWallet | null>(null);
  const [isLooking, setLooking] = useState(true);
  useEffect(() => watchWallets(setFound), []);
  useEffect(() => {
    const timer = setTimeout(() => setLooking(false), LOOK_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!withSandbox || !hasSandboxWallet()) return;
    let isGone = false;
    const open = async () => {
      const { openSandboxWallet } = await import('@/lib/wallet/sandbox-wallet');
      if (!isGone) setSandbox(openSandboxWallet());
    };
    open().catch(() => setSandbox(null));
    return () => {
      isGone = true;
    };
  }, [withSandbox]);
  const wallets = sandbox ? [...found, sandbox] : found;
  return { wallets, isLooking: isLooking && wallets.length === 0 };
}
