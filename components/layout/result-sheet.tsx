'use client';
import { NextIntlClientProvider, useLocale, useTranslations } from 'next-intl';
import { Button, buttonClass } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { Link } from '../ui/link';
import type { ShownResult } from './result';

type Props = { result: ShownResult; isOpen: boolean; onClose: () => void };

/** The receipt after the tap: what happened to what on which account, and the way to all that was booked. */
export function ResultSheet({ result, isOpen, onClose }: Props) {
  const locale = useLocale();
  return (
    <NextIntlClientProvider locale={locale} messages={result.messages}>
      <Content isOpen={isOpen} onClose={onClose} result={result} />
    </NextIntlClientProvider>
  );
}

function Content({ result: { title, lead, facts, href, more }, isOpen, onClose }: Props) {
  const t = useTranslations('Layout');
  return (
    <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={onClose} title={title}>
      <p className="text-ink-2 text-small">{lead}</p>
      {facts}
      <div className="grid grid-cols-1 gap-2.5 pt-1">
        <Button onClick={onClose}>{t('done')}</Button>
        {href === undefined ? null : (
          <Link className={buttonClass({ variant: 'ghost' })} href={href} onClick={onClose}>
            {more ?? t('seeEntries')}
          </Link>
        )}
      </div>
    </Sheet>
  );
}
