'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { type LimitedProduct, TRADING_BREAKS, type TradingBreak } from '../../lib/protocol/wire';
import { LocalTime } from '@/components/money/local-time';
import { FormFooter } from '@/components/layout/form-footer';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { Chips } from '@/components/ui/segmented-control';
import * as riskLimitsApi from '@/lib/api/risk-limits';
import { useRiskLimitsChange } from './use-risk-limits-change';

/** Begins a break after one question, since nobody can end it early. */
export function BreakForm({ product }: { product: LimitedProduct }) {
  const t = useTranslations('Options');
  const start = useRiskLimitsChange(riskLimitsApi.riskLimitsPause, product);
  const [days, setDays] = useState<TradingBreak>('1');
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-label={t('breakTitle')} className="mt-5 grid grid-cols-1 gap-3 border-line border-t pt-4">
      <h2 className="font-strong text-small">{t('breakTitle')}</h2>
      <p className="text-ink-2 text-small">{t('breakText')}</p>
      <Chips
        label={t('breakTitle')}
        onChange={setDays}
        options={TRADING_BREAKS.map((value) => ({ value, label: t(`breaks.${value}`), disabled: start.isLocked }))}
        value={days}
      />
      <FormFooter label={t('breakStart')} onSend={() => setAsking(true)} variant="soft" write={start} />
      <ConfirmDialog
        cancelLabel={t('breakBack')}
        confirmLabel={t('breakStart')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          start.send({ product, days }, t('breakAsk', { length: t(`breaks.${days}`) }));
          setAsking(false);
        }}
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
