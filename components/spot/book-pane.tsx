'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { MarketRules } from '@/lib/dto/market';
import type { BookKind } from '@/lib/protocol/wire';
import { BookGate } from './book-gate';
import { BookLadder } from './book-ladder';
import { DepthChart } from './depth-chart';
import { useHasBook } from './use-has-book';

/** The book of a terminal: its prices one below the other, or its depth as a picture. */
export function BookPane({ rules, kind }: { rules: MarketRules; kind: BookKind }) {
  const t = useTranslations('Terminal');
  const [shown, setShown] = useState<'book' | 'depth'>('book');
  if (!useHasBook()) return <BookGate>{null}</BookGate>;
  return (
    <div className="grid h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)] gap-2">
      <SegmentedControl
        label={t('bookOrDepth')}
        onChange={setShown}
        options={[
          { value: 'book', label: t('book') },
          { value: 'depth', label: t('depth') },
        ]}
        value={shown}
      />
      {shown === 'book' ? <BookLadder kind={kind} rules={rules} /> : <DepthChart kind={kind} rules={rules} />}
    </div>
  );
}
