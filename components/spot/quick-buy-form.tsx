'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { markOrderShown } from '@/components/layout/notification-queue';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { useFrozen } from '@/components/layout/use-frozen';
import { AmountInput } from '@/components/money/amount-input';
import { CoinBadge } from '@/components/money/coin-badge';
import { decimalsOf, formatAmount, formatExact, formatPercent, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { PriceAge } from '@/components/money/price-age';
import { partOf, percentOf } from '@/components/money/share';
import { ShareSlider } from '@/components/money/share-slider';
import { useCoinName } from '@/components/money/use-coin-name';
import { Button, buttonClass } from '@/components/ui/button';
import { FocusedHeading } from '@/components/ui/focused-heading';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Chips } from '@/components/ui/segmented-control';
import { Skeleton } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as marketApi from '@/lib/api/market';
import * as spotApi from '@/lib/api/spot';
import type { Market, MarketRules } from '@/lib/dto/market';
import type { Order } from '@/lib/dto/spot';
import { TERMS_EVERY_MS } from '@/lib/query/freshness';
import { useCodeText } from '@/lib/query/use-code-text';
import { useRead } from '@/lib/query/use-read';
import { useAvailable } from '@/components/money/use-available';
import { useWrite } from '@/lib/query/use-write';
import { useFeedState } from '@/lib/stream/hooks';
import { receivedOf } from './received-of';
import { readTicket } from './ticket.reading';
import { useOrderAddress } from './use-order-address';
import { useLiveBook, useMarketTicker } from './use-live-book';

/** In the quote coin; the second is proposed. */
const AMOUNTS = ['20', '100', '500', '1000'] as const;
const PROPOSED = AMOUNTS[1];
const QUOTE_DECIMALS = 2;
const NOTHING_ELSE = {
  side: 'buy',
  kind: 'market',
  price: '',
  unit: 'quote',
  timeInForce: 'IOC',
  stop: '',
  stopLimit: '',
  hasExits: false,
  takeProfit: '',
  stopLoss: '',
} as const;

/** A purchase at the market in two choices: which coin, and for how much. */
export function QuickBuyForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('Home.quickBuy');
  const markets = useRead(marketApi.markets, {});
  const [base, setBase] = useState<string | null>(null);
  const [bought, setBought] = useState<Order | null>(null);
  if (bought !== null) return <Bought onDone={onDone} order={bought} />;
  return (
    <LoadState query={markets} skeleton={<Skeleton className="h-96 rounded-card" />}>
      {({ markets: all }) => {
        const market = all.find((one) => one.base === base) ?? all[0];
        if (market === undefined) return null;
        return (
          <div className="grid grid-cols-1 gap-4">
            <Chips
              label={t('coin')}
              onChange={setBase}
              options={all.map((one) => ({ value: one.base, label: one.base, icon: <CoinBadge coin={one.base} size="small" /> }))}
              value={market.base}
            />
            <WithRules key={market.symbol} market={market} onBought={setBought} />
          </div>
        );
      }}
    </LoadState>
  );
}

function WithRules({ market, onBought }: { market: Market; onBought: (order: Order) => void }) {
  const rules = useRead(marketApi.rules, { symbol: market.symbol }, { everyMs: TERMS_EVERY_MS });
  return (
    <LoadState query={rules} skeleton={<Skeleton className="h-80 rounded-card" />}>
      {(data) => <Amount market={market} onBought={onBought} rules={data} />}
    </LoadState>
  );
}

function useReading(market: Market, rules: MarketRules, amount: string) {
  const ticker = useMarketTicker(market);
  const { book } = useLiveBook(market.symbol);
  const available = useAvailable(rules.quote);
  const around = { symbol: market.symbol, rules, indexPrice: ticker.price, levels: book?.asks ?? null, available };
  return { ...readTicket({ ...NOTHING_ELSE, amount }, around), available, ticker, isFresh: useFeedState(ticker) === 'fresh' };
}

function Amount({ market, rules: latest, onBought }: { market: Market; rules: MarketRules; onBought: (order: Order) => void }) {
  const t = useTranslations('Home.quickBuy');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const codeText = useCodeText();
  const [amount, setAmount] = useState<string>(PROPOSED);
  const showLate = useLateResult();
  const buy = useWrite(spotApi.placeOrder, {
    of: `quick ${market.symbol}`,
    onDone: ({ order }, _sent, isLate) => {
      if (isLate) return showLate(order);
      // Its own sheet says it.
      markOrderShown({ kind: 'spot', order: order.id, until: order.updatedAt });
      onBought(order);
    },
  });
  const { preview, problem, intent, available, ticker, isFresh } = useFrozen(useReading(market, latest, amount), buy.isLocked);
  const rules = useFrozen(latest, buy.isLocked);
  const isTyped = /[1-9]/.test(amount);
  const name = useCoinName()(rules.base) ?? rules.base;
  const label = t('action', { amount: `${formatExact(amount || '0', locale)}\u00a0${rules.quote}`, coin: name });
  return (
    <>
      <Chips
        label={t('amounts')}
        onChange={setAmount}
        options={AMOUNTS.map((value) => ({ value, label: formatExact(value, locale), disabled: buy.isLocked }))}
        value={amount as (typeof AMOUNTS)[number]}
      />
      <AmountInput
        disabled={buy.isLocked}
        error={problem === null ? null : codeText(problem.code, problem.params)}
        hint={available === null ? undefined : t('available', { amount: `${formatAmount(available, { locale })}\u00a0${rules.quote}` })}
        label={t('amountIn', { coin: rules.quote })}
        locale={locale}
        onChange={setAmount}
        value={amount}
      />
      <ShareSlider
        disabled={buy.isLocked || available === null}
        label={t('share')}
        locale={locale}
        onPick={(percent) => available !== null && setAmount(partOf({ whole: available, percent, decimals: QUOTE_DECIMALS }))}
        percent={available === null ? null : percentOf({ part: finishAmount(amount) ?? '0', whole: available })}
      />
      <Receipt>
        <ReceiptRow
          label={t('price')}
          value={
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
              <PriceAge ticker={ticker} />
              {`${formatPrice(ticker.price, { locale, decimals: decimalsOf(rules.tickSize) })}\u00a0${rules.quote}`}
            </span>
          }
        />
        <ReceiptRow
          label={t('fee', { rate: formatPercent(rules.takerFeeRate, { locale }) })}
          value={preview === null ? '–' : `≈ ${formatExact(preview.fee, locale)}\u00a0${rules.base}`}
        />
        <ReceiptRow
          isSum
          label={t('youGet')}
          value={preview === null ? '–' : `≈ ${formatExact(preview.receive, locale)}\u00a0${rules.base}`}
        />
      </Receipt>
      {isFresh ? null : <Notice tone="warn">{t('paused')}</Notice>}
      <FormFooter
        label={label}
        onSend={() => intent !== null && !buy.isLocked && buy.send(intent, label)}
        variant="buy"
        why={isFresh && intent !== null ? null : why(!isFresh || problem !== null ? 'marked' : isTyped ? 'loading' : 'amount')}
        write={buy}
      />
    </>
  );
}

/** Returns what says a purchase whose sheet was closed before the answer came. */
function useLateResult() {
  const t = useTranslations('Home.quickBuy');
  const name = useCoinName();
  const showResult = useShowResult();
  const addressOf = useOrderAddress();
  return (order: Order) => {
    const href = addressOf(order);
    showResult({
      title: t(order.status === 'filled' ? 'done' : 'partly', { coin: name(baseOf(order)) ?? baseOf(order) }),
      lead: order.symbol.replace('-', '/'),
      facts: <BoughtReceipt order={order} />,
      ...(href !== null && { href }),
      told: { kind: 'spot', order: order.id, until: order.updatedAt },
    });
  };
}

function baseOf({ symbol }: Order): string {
  return symbol.split('-')[0] ?? '';
}

/** What the exchange has booked. */
function Bought({ order, onDone }: { order: Order; onDone: () => void }) {
  const t = useTranslations('Home.quickBuy');
  const address = useOrderAddress()(order);
  const name = useCoinName();
  return (
    <div className="grid grid-cols-1 gap-4">
      <FocusedHeading className="text-title">
        {t(order.status === 'filled' ? 'done' : 'partly', { coin: name(baseOf(order)) ?? baseOf(order) })}
      </FocusedHeading>
      <BoughtReceipt order={order} />
      <div className="grid grid-cols-1 gap-2.5">
        <Button onClick={onDone}>{t('close')}</Button>
        {address === null ? null : (
          <Link className={buttonClass({ variant: 'ghost' })} href={address}>
            {t('details')}
          </Link>
        )}
      </div>
    </div>
  );
}

function BoughtReceipt({ order }: { order: Order }) {
  const t = useTranslations('Home.quickBuy');
  const locale = useLocale();
  const quote = order.symbol.split('-')[1] ?? '';
  const received = receivedOf(order);
  return (
    <Receipt>
      <ReceiptRow
        label={t('averagePrice')}
        value={order.averagePrice === null ? '–' : `${formatAmount(order.averagePrice, { locale, decimalsMax: 8 })}\u00a0${quote}`}
      />
      <ReceiptRow label={t('paid')} value={`${formatAmount(order.filledQuoteQuantity, { locale, decimalsMax: 8 })}\u00a0${quote}`} />
      <ReceiptRow label={t('feeCharged')} value={`${formatExact(order.fee, locale)}\u00a0${order.feeAsset}`} />
      <ReceiptRow isSum label={t('youGot')} value={`${formatExact(received.amount, locale)}\u00a0${received.asset}`} />
    </Receipt>
  );
}
