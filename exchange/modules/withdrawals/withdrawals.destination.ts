import type { AddressNetwork } from '../../../lib/rules/address-shape';
import { readAddress } from '../../../lib/rules/addresses';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { PayingNetworks } from './withdrawals.networks';

const REFUSALS = { token_contract: 'ADDRESS_IS_TOKEN', hot_wallet: 'ADDRESS_IS_OURS', deposit_address: 'ADDRESS_IS_DEPOSIT' } as const;

/**
 * Returns an address in its one spelling. @throws ADDRESS_INVALID, ADDRESS_CHARACTERS, ADDRESS_CHECKSUM, ADDRESS_OTHER_NETWORK, ADDRESS_ZERO,
 * ADDRESS_IS_TOKEN, ADDRESS_IS_OURS, ADDRESS_IS_DEPOSIT
 */
export async function requireDestination(
  tx: Tx,
  networks: PayingNetworks,
  { network, text }: { network: AddressNetwork; text: string },
): Promise<string> {
  const { address, problem } = readAddress(network, text);
  if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
  const known = await networks.recognise(tx, network, address);
  if (known !== null) throw new DomainError(REFUSALS[known], { params: { network } });
  return address;
}
