'use client';
import { useTranslations } from 'next-intl';
import { WriteNotice } from '@/components/layout/write-notice';
import { Button } from '@/components/ui/button';
import * as api from '@/lib/api/support';
import { useWrite } from '@/lib/query/use-write';

const STARS = ['1', '2', '3', '4', '5'] as const;

/** Asks how an answered question went; one tap is enough. */
export function Rating({ id }: { id: string }) {
  const t = useTranslations('Support');
  const rate = useWrite(api.supportRate, { of: id });
  return (
    <fieldset className="rounded-card bg-surface-1 px-4 py-3">
      <legend className="sr-only">{t('rate')}</legend>
      <p aria-hidden="true" className="text-small">
        {t('rate')}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {STARS.map((stars) => (
          <Button
            aria-label={t('stars', { stars })}
            disabled={rate.isBusy || rate.step === 'done'}
            key={stars}
            onClick={() => rate.send({ id, stars }, t('stars', { stars }))}
            size="small"
            variant="ghost"
          >
            {stars}
          </Button>
        ))}
      </div>
      <WriteNotice className="pt-2" write={rate} />
    </fieldset>
  );
}
