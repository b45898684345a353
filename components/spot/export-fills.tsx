'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatExact } from '@/components/money/format';
import { Button, buttonLook } from '@/components/ui/button';

const PATH = '/api/spot/fills.csv';
/** What one export holds at most, as the endpoint says. */
const FILLS_MAX = '50000';

/** All fills as CSV: saved, opened as a text, or copied, because some browsers inside wallets block downloads. */
export function ExportFills() {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [state, setState] = useState<'idle' | 'busy' | 'copied' | 'failed'>('idle');
  async function copy() {
    setState('busy');
    try {
      const answer = await fetch(`${PATH}?form=text`);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      await navigator.clipboard.writeText(await answer.text());
      setState('copied');
    } catch {
      // No clipboard here, or no answer: the text can still be opened.
      setState('failed');
    }
  }
  return (
    <details>
      <summary className="flex min-h-11 items-center font-strong text-accent text-small">{t('exportFills')}</summary>
      <p className="pb-3 text-ink-2 text-small">{t('exportText', { max: formatExact(FILLS_MAX, locale) })}</p>
      <div className="flex flex-wrap gap-2.5">
        <a className={buttonLook({ variant: 'ghost', size: 'small' })} download href={`${PATH}?form=file`}>
          {t('download')}
        </a>
        <a className={buttonLook({ variant: 'ghost', size: 'small' })} href={`${PATH}?form=text`}>
          {t('openAsText')}
        </a>
        <Button isBusy={state === 'busy'} onClick={() => void copy()} size="small" variant="ghost">
          {t('copyText')}
        </Button>
      </div>
      <p aria-live="polite" className="pt-2 text-ink-2 text-small">
        {state === 'copied' ? t('copied') : state === 'failed' ? t('copyFailed') : ''}
      </p>
    </details>
  );
}
