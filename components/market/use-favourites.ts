'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useMember } from '@/components/layout/member-context';
import { showToast } from '@/components/ui/toast';
import * as favouritesApi from '@/lib/api/favourites';
import { FAVOURITES_MAX } from '@/lib/protocol/wire';
import { readOptions } from '@/lib/query/reads';
import { useReadErrorText } from '@/lib/query/use-error-text';
import { useRead } from '@/lib/query/use-read';
import { type UseWrite, useWrite } from '@/lib/query/use-write';
import { readDevice, subscribeDevice, writeDevice } from './device-favourites';

const NONE: readonly string[] = [];
const MARKET = /^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/;
let isMerging = false;

/** Returns the starred markets: those of the account, or of this browser where the exchange keeps none. */
export function useFavourites(): readonly string[] {
  const isKept = useMember().features.includes('favourites');
  const kept = useRead(favouritesApi.favourites, {}, { enabled: isKept });
  const device = useSyncExternalStore(subscribeDevice, readDevice, () => NONE);
  useMerge(isKept && kept.data !== undefined ? device : NONE);
  return isKept ? (kept.data?.markets ?? NONE) : device;
}

/** What this browser starred before anybody signed in goes to the account, and is forgotten here once it is there. */
function useMerge(device: readonly string[]): void {
  const merge = useWrite(favouritesApi.favouritesChange, {
    of: 'merge',
    onDone: () => {
      isMerging = false;
      writeDevice(NONE);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent once is sent; `merge` is new with each step of it.
  useEffect(() => {
    const markets = device.filter((symbol) => MARKET.test(symbol)).slice(-FAVOURITES_MAX);
    if (markets.length === 0 || isMerging) return;
    isMerging = true;
    merge.send({ markets, isOn: true }, '');
  }, [device]);
}

/** Says why a star could not be turned. It then stands as the account has it, which is read again. */
function useFailure(change: UseWrite<typeof favouritesApi.favouritesChange>): void {
  const errorText = useReadErrorText();
  const { step, error } = change;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is said once; `change` and `errorText` are new with each step of it.
  useEffect(() => {
    if (step !== 'refused' && step !== 'unknown') return;
    showToast(errorText(error));
    if (step === 'refused') change.reset();
    else change.leave();
  }, [step, error]);
}

/** Returns whether a market is starred and what turns its star. While that is on its way, it shows as done. */
export function useStar(symbol: string): { isOn: boolean; toggle: () => void } {
  const isKept = useMember().features.includes('favourites');
  const client = useQueryClient();
  const favourites = useFavourites();
  const change = useWrite(favouritesApi.favouritesChange, {
    of: symbol,
    onDone: (_answer, { body }) =>
      client.setQueryData(readOptions(favouritesApi.favourites, {}).queryKey, (before: { markets: string[] } | undefined) => {
        const rest = (before?.markets ?? []).filter((one) => one !== symbol);
        return { markets: body.isOn ? [...rest, symbol] : rest };
      }),
  });
  useFailure(change);
  const isOn = change.isLocked && change.sent !== null ? change.sent.body.isOn : favourites.includes(symbol);
  const toggle = () => {
    if (isKept) change.send({ markets: [symbol], isOn: !isOn }, '');
    else writeDevice(isOn ? favourites.filter((one) => one !== symbol) : [...favourites, symbol].slice(-FAVOURITES_MAX));
  };
  return { isOn, toggle };
}
