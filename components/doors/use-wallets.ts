'use client';
import { useEffect, useState } from 'react';
import { type FoundWallet, watchWallets } from '@/lib/wallet/discover';
import { hasSandboxWallet } from '@/lib/wallet/sandbox-key';

/** The wallets of this browser; with `withSandbox` the sandbox one as well, once it was asked for here before. */
export function useWallets(withSandbox: boolean): readonly FoundWallet[] {
  const [found, setFound] = useState<readonly FoundWallet[]>([]);
  const [sandbox, setSandbox] = useState<FoundWallet | null>(null);
  useEffect(() => watchWallets(setFound), []);
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
  return sandbox ? [...found, sandbox] : found;
}
