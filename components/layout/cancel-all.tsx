'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatExact } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import { TextButton } from '@/components/ui/text-button';
import type { BookKind } from '@/lib/protocol/wire';
import { useWrite } from '@/lib/query/use-write';
import * as spotApi from '@/lib/api/spot';
import { useMember } from './member-context';
import { useShowResult } from './result';
import { WriteNotice } from './write-notice';

type Props = {
  kind: BookKind;
  /** The market whose orders are listed; null where those of every market are. */
  symbol: string | null;
  /** How many are listed. */
  count: number;
};

/** How many orders were taken out of the book, and how many still rest. */
function CancelledCount({ cancelled, left }: { cancelled: number; left: number }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  return (
    <Receipt>
      <ReceiptRow label={t('statuses.cancelled')} value={formatExact(String(cancelled), locale)} />
      <ReceiptRow label={t('statuses.open')} value={formatExact(String(left), locale)} />
    </Receipt>
  );
}

/** Above a list of open orders: cancels all of them at once, of this market or of every one. Nothing for a single order, or where the backend can't. */
export function CancelAll({ kind, symbol, count }: Props) {
  const t = useTranslations('Spot');
  const { features } = useMember();
  const [isOpen, setOpen] = useState(false);
  const market = useTranslations('Market');
  const lists = useTranslations('Lists');
  const showResult = useShowResult();
  const cancel = useWrite(spotApi.cancelAll, {
    of: `${kind}.${symbol ?? ''}`,
    onDone: ({ cancelled, left }, { body }, isLate) => {
      if (!isLate) setOpen(false);
      showResult({
        title: left === 0 ? t('cancelledAll', { count: cancelled }) : t('cancelledSome', { count: cancelled, left }),
        lead: `${market(kind)} · ${body.symbol?.replace('-', '/') ?? lists('allMarkets')}`,
        facts: <CancelledCount cancelled={cancelled} left={left} />,
      });
    },
  });
  if (!features.includes('cancel-all') || (count < 2 && !isOpen)) return null;
  const choose = (only: string | null, text: string) => cancel.send({ kind, ...(only === null ? {} : { symbol: only }) }, text);
  const here = symbol === null ? null : t('cancelAllHere', { market: symbol.replace('-', '/') });
  return (
    <div className="flex justify-end">
      <TextButton disabled={false} keyName="X" onPress={() => setOpen(true)} text={t('cancelAll')} />
      <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={() => setOpen(false)} role="alertdialog" title={t('cancelAllTitle')}>
        <p className="text-ink-2 text-small">{t('cancelAllText')}</p>
        <WriteNotice hasAgain write={cancel} />
        <div className="grid grid-cols-1 gap-2.5 pt-1">
          {here === null ? null : (
            <Button isBusy={cancel.isBusy} disabled={cancel.isLocked} onClick={() => choose(symbol, here)} variant="danger">
              {here}
            </Button>
          )}
          <Button
            disabled={cancel.isLocked}
            isBusy={cancel.isBusy}
            onClick={() => choose(null, t('cancelAllMarkets'))}
            variant={here === null ? 'danger' : 'ghost'}
          >
            {t('cancelAllMarkets')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}
