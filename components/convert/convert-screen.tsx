'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { Skeleton } from '@/components/ui/skeleton';
import * as convertApi from '@/lib/api/convert';
import type { Converted } from '@/lib/dto/convert';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { ConvertDone } from './convert-done';
import { ConvertForm } from './convert-form';
import { SmallBalances } from './small-balances';

/** What is given and received at first, where the address names none. */
const DEFAULT = { from: 'USDT', to: 'BTC', toOfQuote: 'USDT' } as const;

/** One coin for another at a quote, and all small balances at once. */
export function ConvertScreen({ from, to }: { from: string | null; to: string | null }) {
  const t = useTranslations('Convert');
  useAccountEvents();
  const query = useRead(convertApi.convertTerms, {});
  const [done, setDone] = useState<Converted | null>(null);
  return (
    <LoadState query={query} skeleton={<Skeleton className="h-96 rounded-card" />}>
      {(terms) => {
        if (done !== null) return <ConvertDone converted={done} feeRate={terms.feeRate} onAgain={() => setDone(null)} />;
        const coins = terms.coins.map(({ asset }) => asset);
        const start = coins.find((coin) => coin === from) ?? DEFAULT.from;
        const end = coins.find((coin) => coin === to && coin !== start) ?? (start === DEFAULT.toOfQuote ? DEFAULT.to : DEFAULT.toOfQuote);
        return (
          <div className="grid grid-cols-1 gap-8">
            <ConvertForm from={start} onDone={setDone} terms={terms} to={end} />
            <section className="grid grid-cols-1 gap-3">
              <h2 className="text-title">{t('smallTitle')}</h2>
              <SmallBalances smallMax={terms.smallMax} />
            </section>
          </div>
        );
      }}
    </LoadState>
  );
}
