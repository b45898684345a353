import { hasSigned, isInTime, isSignInDomain, readWalletMessage } from '../../../lib/rules/wallet-message';
import { DomainError } from '../../platform/domain-error';

type Claim = { address: string; message: string | null; signature: string | null; now: number };

/** Checks for itself that a wallet signed in: whoever holds the web tier's secret can't sign in as a wallet whose key they lack. */
export type WalletProofs = {
  /**
   * Returns the nonce, the end (ms) and the statement of a message that `address` (lower case) signed for our domain and that is in time. What
   * costs work comes last. @throws WALLET_SIGNATURE_WRONG, WALLET_MESSAGE_EXPIRED
   */
  verify(claim: Claim): Promise<{ nonce: string; expiresAt: number; statement: string }>;
};

export function createWalletProofs({
  publicOrigin,
  chainRpcUrls,
}: {
  publicOrigin: string | null;
  chainRpcUrls: readonly string[];
}): WalletProofs {
  return {
    async verify({ address, message, signature, now }) {
      const said = message === null ? null : readWalletMessage(message);
      if (message === null || signature === null || said === null) throw wrong('no message, no signature, or another text');
      if (said.address.toLowerCase() !== address) throw wrong('the message names another address');
      if (!isSignInDomain(said.domain, publicOrigin)) throw wrong(`the message names ${said.domain.slice(0, 100)}`);
      if (!isInTime(said, now)) throw new DomainError('WALLET_MESSAGE_EXPIRED');
      const isOwner = await hasSigned({ said, message, signature, chainRpcUrls }).catch((cause: unknown) => {
        throw new DomainError('WALLET_SIGNATURE_WRONG', { detail: 'the chain could not be asked', cause });
      });
      if (!isOwner) throw wrong('signed by somebody else');
      return { nonce: said.nonce, expiresAt: said.expiresAt, statement: said.statement };
    },
  };
}

function wrong(detail: string): DomainError {
  return new DomainError('WALLET_SIGNATURE_WRONG', { detail });
}
