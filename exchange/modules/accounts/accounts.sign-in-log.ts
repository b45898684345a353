import { NETWORK_BITS, sourceOf } from '../../../lib/bounds/address-source';
import { DomainError } from '../../platform/domain-error';
import type { Logger } from '../../platform/logger';

/**
 * Returns what logs sign-ins that were refused: by which way, from which network and why. Never what was typed as a name: people type passwords
 * there. Sign-ins that went well are events of their account.
 */
export function createSignInLog(log: Logger) {
  return async function logRefusal<T>(
    { way, ip }: { way: 'password' | 'wallet' | 'passkey'; ip: string },
    run: () => Promise<T>,
  ): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof DomainError) log.info({ way, code: error.code, network: sourceOf(ip, NETWORK_BITS) }, 'a sign-in was refused');
      throw error;
    }
  };
}
