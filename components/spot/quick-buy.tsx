'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { Skeleton } from '@/components/ui/skeleton';

/** Its code is loaded when the sheet is first opened. */
const QuickBuyForm = dynamic(() => loadPart(() => import('./quick-buy-form').then((module) => module.QuickBuyForm)), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full rounded-card" />,
});

/** The shortest way to a coin: one tap opens what is proposed, the next one buys it. */
export function QuickBuy() {
  const t = useTranslations('Home.quickBuy');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('title')}>
        <QuickBuyForm onDone={() => setOpen(false)} />
      </Sheet>
    </>
  );
}
