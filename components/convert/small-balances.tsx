'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { formatAmount, formatExact } from '@/components/money/format';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import * as convertApi from '@/lib/api/convert';
import { useWrite } from '@/lib/query/use-write';
import { writeFact } from '@/lib/rules/punctuation';
import { QuoteRing, useQuoteLeft } from './quote-ring';

const QUOTE_MS = 10_000;

/** What one coin brings. */
type Quoted = { from: string; to: string; amount: string; received: string };

/** Everything small into USDT: what each coin brings, then one tap. */
export function SmallBalances({ smallMax }: { smallMax: string }) {
  const t = useTranslations('Convert');
  const locale = useLocale();
  const showResult = useShowResult();
  const exact = (value: string) => formatExact(value, locale);
  const asking = useWrite(convertApi.smallQuote);
  const converting = useWrite(convertApi.convertSmall, {
    onDone: ({ lines, received }, _sent, isLate) => {
      asking.reset();
      if (isLate)
        showResult({ title: t('done'), lead: `${exact(received)} USDT`, facts: <SmallLines lines={lines} received={received} /> });
    },
  });
  const answer = asking.step === 'done' ? asking.answer : null;
  const quote = answer?.id == null || answer.expiresAt === null ? null : { id: answer.id, expiresAt: answer.expiresAt };
  const leftMs = useQuoteLeft(quote);
  const ask = () => {
    converting.reset();
    asking.reset();
    asking.send({}, t('smallList'));
  };
  const takeText = t('smallConvert', { amount: exact(answer?.received ?? '0') });
  const canTake = converting.isLocked || (quote !== null && leftMs > 0);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2 text-small">{t('smallText', { max: formatAmount(smallMax, { locale, decimalsMin: 0 }) })}</p>
      {converting.step === 'done' && converting.answer !== null ? (
        <Notice isAlert>{writeFact(t('done'), `${exact(converting.answer.received)} USDT`, locale)}</Notice>
      ) : null}
      {answer !== null && answer.id === null ? <Notice isAlert>{t('smallEmpty')}</Notice> : null}
      {answer === null || quote === null ? null : (
        <Card className="grid grid-cols-1 gap-3">
          <SmallLines lines={answer.lines} received={answer.received} />
          {leftMs > 0 ? <QuoteRing leftMs={leftMs} ofMs={QUOTE_MS} /> : <p className="text-ink-2 text-small">{t('expired')}</p>}
        </Card>
      )}
      {canTake ? (
        <FormFooter
          label={takeText}
          onSend={() => quote !== null && converting.send({ quoteId: quote.id }, takeText)}
          variant="soft"
          write={converting}
        />
      ) : (
        <FormFooter
          label={t(quote === null ? 'smallList' : 'newQuote')}
          onSend={ask}
          variant="ghost"
          write={converting.step === 'refused' ? converting : asking}
        />
      )}
    </div>
  );
}

/** What each coin brings, and all of them together. */
function SmallLines({ lines, received }: { lines: readonly Quoted[]; received: string }) {
  const t = useTranslations('Convert');
  const locale = useLocale();
  const exact = (value: string) => formatExact(value, locale);
  return (
    <Receipt>
      {lines.map((line) => (
        <ReceiptRow key={line.from} label={`${exact(line.amount)} ${line.from}`} value={`${exact(line.received)} ${line.to}`} />
      ))}
      <ReceiptRow isSum label={t('smallSum')} value={`${exact(received)} USDT`} />
    </Receipt>
  );
}
