'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';
import { Skeleton } from '@/components/ui/skeleton';
import type { BookKind } from '@/lib/protocol/wire';

/** Loaded when the list is first opened. */
const PickList = dynamic(() => loadPart(() => import('./pick-list').then((module) => module.PickList)), {
  ssr: false,
  loading: () => <Skeleton className="h-[60dvh] w-full rounded-card" />,
});

type PickerProps = {
  base: string;
  quote: string;
  path: '/spotorder' | '/optionOrder' | '/perpetualorder' | '/marketInfo';
  kind?: BookKind;
};

/** The market's name as a button that opens the list of all markets. `path` is the screen to go to, with `?coin=` added; `kind` is kept. */
export function MarketPicker({ base, quote, path, kind = 'spot' }: PickerProps) {
  const t = useTranslations('Market');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        className="relative inline-flex items-center gap-1.5 font-strong before:absolute before:-inset-3.5"
        onClick={() => setOpen(true)}
        type="button"
      >
        {base} / {quote}
        <span className="text-ink-3">
          <Icon name="down" size={14} />
        </span>
        <span className="sr-only">{t('changeMarket')}</span>
      </button>
      <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('pick')}>
        <PickList current={`${base}-${quote}`} onPick={() => setOpen(false)} path={path} suffix={kind === 'spot' ? '' : `&type=${kind}`} />
      </Sheet>
    </>
  );
}
