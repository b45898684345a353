'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { Button, buttonLook } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { AccountMark } from './account-mark';

/** What each outcome of an order is called: a text of `Spot`. */
export const RESULT_TITLES = {
  open: 'resultOpen',
  filled: 'resultFilled',
  partially_filled: 'resultPartly',
  cancelled: 'resultEnded',
  expired: 'resultEnded',
} as const;

type Props<R> = {
  /** What came of it; null while there is nothing to say. */
  result: R | null;
  titleOf(result: R): string;
  /** What it was done to, in one line. */
  leadOf(result: R): string;
  /** The receipt of it. */
  children(result: R): ReactNode;
  hrefOf(result: R): string;
  onClose(): void;
};

/** The receipt after the tap: what happened to what on which account, and the way to all that was booked. */
export function ResultSheet<R extends object>({ result, titleOf, leadOf, children, hrefOf, onClose }: Props<R>) {
  const t = useTranslations('Spot');
  // Kept while the sheet closes, so that it doesn't go blank under the finger.
  const [last, setLast] = useState(result);
  if (result !== null && result !== last) setLast(result);
  const shown = result ?? last;
  return (
    <Sheet closeLabel={t('close')} isOpen={result !== null} onClose={onClose} title={shown === null ? '' : titleOf(shown)}>
      {shown === null ? null : (
        <>
          <p className="two-ends items-center text-ink-2 text-small">
            {leadOf(shown)}
            <AccountMark />
          </p>
          {children(shown)}
          <div className="grid grid-cols-1 gap-2.5 pt-1">
            <Button onClick={onClose}>{t('done')}</Button>
            <Link className={buttonLook({ variant: 'ghost' })} href={hrefOf(shown)}>
              {t('seeEntries')}
            </Link>
          </div>
        </>
      )}
    </Sheet>
  );
}
