'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import * as optionsApi from '@/lib/api/options';
import type { Contract } from '@/lib/dto/options';
import { useRead } from '@/lib/query/use-read';
import { ContractFacts } from './contract-card';

/** Opens when a contract that ran while this screen was looked at has its result: what it was, what it paid, and the way to check it. */
export function ContractResult({ running }: { running: readonly Contract[] | undefined }) {
  const t = useTranslations('Options');
  const market = useTranslations('Market');
  const [before, setBefore] = useState<readonly Contract[]>([]);
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  const [shown, setShown] = useState<Contract | null>(null);
  if (running !== undefined && running !== before) {
    const ended = before.find(({ id }) => running.every((one) => one.id !== id));
    if (ended !== undefined) setWaitsFor(ended.id);
    setBefore(running);
  }
  const { data } = useRead(optionsApi.contracts, { state: 'closed' }, { enabled: waitsFor !== null });
  const settled = waitsFor === null ? undefined : data?.contracts.find(({ id }) => id === waitsFor);
  if (settled !== undefined) {
    setWaitsFor(null);
    // What somebody is in the middle of goes before the news.
    if (document.querySelector('dialog[open]') === null) setShown(settled);
  }
  return (
    <Sheet
      closeLabel={market('close')}
      isOpen={shown !== null}
      onClose={() => setShown(null)}
      title={shown === null ? '' : t(`states.${shown.state}`)}
    >
      {shown === null ? null : (
        <>
          <ContractFacts contract={shown} />
          <Button onClick={() => setShown(null)}>{market('close')}</Button>
        </>
      )}
    </Sheet>
  );
}
