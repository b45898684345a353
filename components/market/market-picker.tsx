'use client';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';
import { Skeleton } from '@/components/ui/skeleton';

/** Loaded when the list is first opened. */
const PickList = dynamic(() => import('./pick-list').then((module) => module.PickList), {
  ssr: false,
  loading: () => <Skeleton className="h-[60dvh] w-full rounded-card" />,
});

/** The market's name as a button that opens the list of all markets. `path` is the screen to go to, with `?coin=` added. */
export function MarketPicker({ base, quote, path }: { base: string; quote: string; path: '/spotorder' | '/optionOrder' | '/marketInfo' }) {
  const t = useTranslations('Market');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        aria-haspopup="dialog"
        className="relative inline-flex items-center gap-1.5 font-strong before:absolute before:-inset-3"
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
        <PickList current={`${base}-${quote}`} onPick={() => setOpen(false)} path={path} />
      </Sheet>
    </>
  );
}
