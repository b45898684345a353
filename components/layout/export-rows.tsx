'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatExact } from '../money/format';
import { Button, buttonClass } from '../ui/button';

/** What one export holds at most, as the endpoint says. */
const ROWS_MAX = '50000';

type Props = {
  list:
    | 'spot-fills'
    | 'perpetual-fills'
    | 'spot-orders'
    | 'perpetual-orders'
    | 'closed-positions'
    | 'funding'
    | 'liquidations'
    | 'seconds-contracts'
    | 'records';
  label: string;
  asked: Readonly<Record<string, string>>;
};

/** A list as CSV, narrowed as it is on the screen: saved, opened as a text, or copied, because some browsers inside wallets block downloads. */
export function ExportRows({ list, label, asked }: Props) {
  const t = useTranslations('Lists');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [state, setState] = useState<'idle' | 'busy' | 'copied' | 'failed'>('idle');
  // Drawn once it is open: what is asked for depends on the reader's time zone, which the server doesn't know.
  const pathOf = (form: 'file' | 'text') => `/api/exports/${list}.csv?${new URLSearchParams({ ...asked, form }).toString()}`;
  async function copy() {
    setState('busy');
    try {
      const answer = await fetch(pathOf('text'));
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      await navigator.clipboard.writeText(await answer.text());
      setState('copied');
    } catch {
      // No clipboard here, or no answer: the text can still be opened.
      setState('failed');
    }
  }
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 items-center font-strong text-accent text-small">{label}</summary>
      {isOpen ? (
        <>
          <p className="pb-3 text-ink-2 text-small">{t('exportText', { max: formatExact(ROWS_MAX, locale) })}</p>
          <div className="flex flex-wrap gap-2.5">
            <a className={buttonClass({ variant: 'ghost', size: 'small' })} download href={pathOf('file')}>
              {t('download')}
            </a>
            <a className={buttonClass({ variant: 'ghost', size: 'small' })} href={pathOf('text')}>
              {t('openAsText')}
            </a>
            <Button isBusy={state === 'busy'} onClick={() => void copy()} size="small" variant="ghost">
              {t('copyText')}
            </Button>
          </div>
          <p aria-live="polite" className="pt-2 text-ink-2 text-small">
            {state === 'copied' ? t('copied') : state === 'failed' ? t('copyFailed') : ''}
          </p>
        </>
      ) : null}
    </details>
  );
}
