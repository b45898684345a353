'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { AmountInput } from '@/components/money/amount-input';
import { formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Card } from '@/components/ui/card';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { sentenceGap } from '@/components/ui/sentence-gap';
import { TextButton } from '@/components/ui/text-button';
import * as convertApi from '@/lib/api/convert';
import type { Converted, ConvertTerms } from '@/lib/dto/convert';
import { useAvailable } from '@/components/money/use-available';
import { useWrite } from '@/lib/query/use-write';
import { compareDecimals } from '@/lib/rules/decimal';
import { writeList } from '@/lib/rules/punctuation';
import { CoinSelect } from './coin-select';
import { QuoteReceipt } from './quote-receipt';
import { QuoteRing, useQuoteLeft } from './quote-ring';

/** What the exchange gives a quote; the ring is full at this. */
const QUOTE_MS = 10_000;
const DECIMALS = 8;

type Props = { terms: ConvertTerms; from: string; to: string; onDone: (converted: Converted) => void };

/** From, to, amount; then a quote that counts down, and the one button that takes it. */
export function ConvertForm({ terms, from: firstFrom, to: firstTo, onDone }: Props) {
  const t = useTranslations('Convert');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const [{ from, to }, setPair] = useState({ from: firstFrom, to: firstTo });
  const [typed, setTyped] = useState('');
  const asking = useWrite(convertApi.convertQuote);
  const converting = useConverting(terms.feeRate, onDone);
  const coins = terms.coins.map(({ asset }) => asset);
  const paused = terms.coins.filter(({ asset, isOpen }) => !isOpen && (asset === from || asset === to)).map(({ asset }) => asset);
  const available = useAvailable(from);
  const amount = finishAmount(typed);
  // An answer that came after the form was changed is to a question that nobody asks any more.
  const isAsked = asking.sent?.body.amount === amount && asking.sent.body.from === from && asking.sent.body.to === to;
  const quote = asking.step === 'done' && isAsked ? asking.answer : null;
  const leftMs = useQuoteLeft(quote);
  const isTooMuch = amount !== null && available !== null && compareDecimals(amount, available) > 0;
  const isTyped = amount !== null && compareDecimals(amount, '0') > 0;
  const isReady = isTyped && !isTooMuch && from !== to;
  const isLocked = converting.isLocked;
  const change = (next: Partial<{ from: string; to: string; typed: string }>) => {
    asking.leave();
    asking.reset();
    converting.reset();
    if (next.typed !== undefined) setTyped(next.typed);
    setPair((pair) => {
      const made = { from: next.from ?? pair.from, to: next.to ?? pair.to };
      if (made.from !== made.to) return made;
      return next.from === undefined ? { from: pair.to, to: made.to } : { from: made.from, to: pair.from };
    });
  };
  const canTake = isLocked || (quote !== null && leftMs > 0);
  // Return in the amount asks for a quote and no more: one is taken by its button alone.
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (asking.step === 'unknown') return asking.again();
    if (canTake || asking.isBusy || amount === null || !isReady) return;
    converting.reset();
    asking.reset();
    asking.send({ from, to, amount }, t('getQuote'));
  };
  const convertText = t('convert', { amount: formatExact(quote?.amount ?? amount ?? '0', locale), coin: from });
  const take = () => quote !== null && converting.send({ from, to, amount: quote.amount, quoteId: quote.id }, convertText);
  return (
    <form className="grid grid-cols-1 gap-3" method="post" noValidate onSubmit={ask}>
      <AmountInput
        after={
          <span className="flex flex-wrap items-center gap-3">
            <TextButton disabled={isLocked || available === null} onPress={() => change({ typed: available ?? '' })} text={t('max')} />
            <CoinSelect coins={coins} disabled={isLocked} label={t('giveCoin')} onChange={(coin) => change({ from: coin })} value={from} />
          </span>
        }
        decimals={DECIMALS}
        disabled={isLocked}
        error={isTooMuch ? t('tooMuch') : null}
        hint={available === null ? undefined : t('available', { amount: formatExact(available, locale), coin: from })}
        label={t('give')}
        locale={locale}
        onChange={(value) => change({ typed: value })}
        value={typed}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-field bg-surface-2 px-4 py-2.5">
        <span className="min-w-0">
          <span className="block text-ink-2 text-micro">{t('receive')}</span>
          <span className="block font-strong" suppressHydrationWarning>
            {quote === null ? '–' : formatExact(quote.received, locale)}
          </span>
        </span>
        <span className="ms-auto flex items-center gap-1">
          <IconButton disabled={isLocked} label={t('swap')} onClick={() => change({ from: to, to: from })}>
            <Icon name="trade" size={20} />
          </IconButton>
          <CoinSelect coins={coins} disabled={isLocked} label={t('receiveCoin')} onChange={(coin) => change({ to: coin })} value={to} />
        </span>
      </div>
      {paused.length === 0 ? null : <Notice tone="warn">{t('paused', { coins: writeList(paused, locale) })}</Notice>}
      {quote === null ? null : (
        <Card className="grid grid-cols-1 gap-3">
          <QuoteReceipt feeRate={terms.feeRate} line={quote} />
          <p className="two-ends items-center">
            <span className="text-ink-3 text-micro">{t('exactly')}</span>
            {leftMs > 0 && !isLocked ? <QuoteRing leftMs={leftMs} ofMs={QUOTE_MS} /> : null}
          </p>
        </Card>
      )}
      {quote !== null && leftMs === 0 && converting.step === 'ready' ? <Notice isAlert>{t('expired')}</Notice> : null}
      {canTake ? (
        <FormFooter label={convertText} onSend={take} write={converting} />
      ) : (
        <FormFooter
          label={t(quote === null ? 'getQuote' : 'newQuote')}
          why={isReady ? null : why(isTyped ? 'marked' : 'amount')}
          write={converting.step === 'refused' ? converting : asking}
        />
      )}
      <p className="text-ink-3 text-micro" suppressHydrationWarning>
        {t('rates', { spread: formatPercent(widestSpread(terms, [from, to]), { locale }), fee: formatPercent(terms.feeRate, { locale }) })}
        {sentenceGap(locale)}
        {t('range', {
          min: formatAmount(terms.valueMin, { locale, decimalsMin: 0 }),
          max: formatAmount(terms.valueMax, { locale, decimalsMin: 0 }),
        })}
      </p>
    </form>
  );
}

/** A pair has the wider spread of its two coins. */
function widestSpread({ spreadRate, coins }: ConvertTerms, pair: readonly string[]): string {
  const spreads = coins.flatMap((coin) => (pair.includes(coin.asset) ? [coin.spreadRate] : []));
  return spreads.reduce((widest, each) => (compareDecimals(each, widest) > 0 ? each : widest), spreadRate);
}

/** The write that takes a quote. Its outcome stands in the form's place; where the form is gone first, on a sheet. */
function useConverting(feeRate: string, onDone: Props['onDone']) {
  const t = useTranslations('Convert');
  const locale = useLocale();
  const showResult = useShowResult();
  return useWrite(convertApi.convert, {
    onDone: (converted, _sent, isLate) => {
      if (!isLate) return onDone(converted);
      const { from, to, amount, received, reference } = converted;
      showResult({
        title: t('done'),
        lead: `${formatExact(amount, locale)}\u00a0${from} → ${formatExact(received, locale)}\u00a0${to}`,
        facts: <QuoteReceipt feeRate={feeRate} line={converted} />,
        ...(reference === '' ? {} : { href: `/recorddetails?ref=${encodeURIComponent(reference)}` }),
      });
    },
  });
}
