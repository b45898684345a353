import type { AccountFamily } from '../../composition/module';
import { outsideAddress } from '../ledger/ledger';

/** What lies on the chains, for users and for us, is minus what these accounts say. */
export const CHAIN_FAMILY: AccountFamily = 'outside:chain-*';

/** `outside:real:chain-ERC20:USDT`: a network as the ledger sees it, below zero by what came in over it and has not left. */
export function chainAddress({ network, asset }: { network: string; asset: string }): string {
  return outsideAddress({ mode: 'real', name: `chain-${network}`, asset });
}
