'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AmountInput } from '@/components/money/amount-input';
import { LocalTime } from '@/components/money/local-time';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { showToast } from '@/components/ui/toast';
import type { Guard } from '@/lib/dto/options';
import { useErrorText } from '@/lib/query/use-error-text';
import { STAKE_DECIMALS } from './stake';
import { useGuardChange } from './use-contracts';

const orNull = (typed: string): string | null => (typed === '' ? null : typed.replace(/\.$/, ''));

/** The user's own limits; an empty field is none. */
export function LimitsForm({ guard, coin }: { guard: Guard; coin: string }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const errorText = useErrorText();
  const change = useGuardChange('/api/options/limits');
  const wanted = guard.waiting ?? guard.limits;
  const [stakeMax, setStakeMax] = useState(wanted.stakeMax ?? '');
  const [lossDayMax, setLossDayMax] = useState(wanted.lossDayMax ?? '');
  const save = () =>
    change.mutate({ stakeMax: orNull(stakeMax), lossDayMax: orNull(lossDayMax) }, { onSuccess: () => showToast(t('limitsSaved')) });
  return (
    <details>
      <summary className="flex min-h-11 items-center font-strong text-accent text-small">{t('limits')}</summary>
      <form
        className="grid gap-3 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="text-ink-2 text-small">{t('limitsText')}</p>
        <AmountInput
          decimals={STAKE_DECIMALS}
          label={t('stakeLimit', { coin })}
          locale={locale}
          onChange={setStakeMax}
          placeholder="–"
          value={stakeMax}
        />
        <AmountInput
          decimals={STAKE_DECIMALS}
          label={t('lossLimit', { coin })}
          locale={locale}
          onChange={setLossDayMax}
          placeholder="–"
          value={lossDayMax}
        />
        {guard.waiting === null ? null : (
          <Notice>
            {t('limitsWaiting')} <LocalTime iso={guard.waiting.from} locale={locale} />
          </Notice>
        )}
        {change.error === null ? null : (
          <Notice isAlert tone="danger">
            {errorText(change.error)}
          </Notice>
        )}
        <Button isBusy={change.isPending} type="submit" variant="soft">
          {t('saveLimits')}
        </Button>
      </form>
    </details>
  );
}
