'use client';
import { useEffect, useState } from 'react';
import type { AddressNetwork } from '@/lib/rules/address-shape';
import type { ReadAddress } from '@/lib/rules/addresses';

/**
 * Returns an address in its one spelling, or what is wrong with its checksum; null while that is being looked at. What counts checksums is
 * loaded when it is needed; where it can't be loaded the address stays as it was typed, and the exchange looks at it.
 */
export function useSpelling(network: AddressNetwork, address: string, isNeeded: boolean): ReadAddress | null {
  const [read, setRead] = useState<{ of: string; is: ReadAddress } | null>(null);
  const of = `${network} ${address}`;
  useEffect(() => {
    if (!isNeeded) return;
    let isOver = false;
    void import('@/lib/rules/addresses')
      .then(({ readAddress }) => readAddress(network, address))
      .catch((): ReadAddress => ({ address, problem: null }))
      .then((is) => isOver || setRead({ of: `${network} ${address}`, is }));
    return () => {
      isOver = true;
    };
  }, [network, address, isNeeded]);
  return read?.of === of ? read.is : null;
}
