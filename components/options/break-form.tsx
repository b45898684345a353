'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { type GuardedProduct, GUARD_BREAKS, type GuardBreak } from '../../lib/protocol/wire';
import { LocalTime } from '@/components/money/local-time';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { Chips } from '@/components/ui/segmented-control';
import { useErrorText } from '@/lib/query/use-error-text';
import { useGuardChange } from './use-contracts';

/** Begins a break after one question, since nobody can end it early. */
export function BreakForm({ product }: { product: GuardedProduct }) {
  const t = useTranslations('Options');
  const errorText = useErrorText();
  const start = useGuardChange('/api/guard/pause', product);
  const [days, setDays] = useState<GuardBreak>('1');
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-label={t('breakTitle')} className="mt-5 grid grid-cols-1 gap-3 border-line border-t pt-4">
      <h2 className="font-strong text-small">{t('breakTitle')}</h2>
      <p className="text-ink-2 text-small">{t('breakText')}</p>
      <Chips
        label={t('breakTitle')}
        onChange={setDays}
        options={GUARD_BREAKS.map((value) => ({ value, label: t(`breaks.${value}`) }))}
        value={days}
      />
      {start.error === null ? null : (
        <Notice isAlert tone="danger">
          {errorText(start.error)}
        </Notice>
      )}
      <Button onClick={() => setAsking(true)} variant="soft">
        {t('breakStart')}
      </Button>
      <ConfirmDialog
        cancelLabel={t('breakBack')}
        confirmLabel={t('breakStart')}
        isBusy={start.isPending}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => start.mutate({ days }, { onSettled: () => setAsking(false) })}
        title={t('breakAsk', { length: t(`breaks.${days}`) })}
      >
        <p className="text-ink-2 text-small">{t('breakText')}</p>
      </ConfirmDialog>
    </section>
  );
}

/** Says until when a break lasts. */
export function BreakNotice({ until }: { until: string }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  return (
    <Notice>
      {t('pausedUntil')} <LocalTime iso={until} locale={locale} />
    </Notice>
  );
}
