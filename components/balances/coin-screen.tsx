'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { Amount } from '@/components/money/amount';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatAmount, formatExact } from '@/components/money/format';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Skeleton } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import type { Balance } from '@/lib/dto/balances';
import { compareDecimals } from '@/lib/rules/decimal';
import { useAccountEvents } from '@/lib/stream/hooks';
import * as accountApi from '@/lib/api/account';
import * as hostingApi from '@/lib/api/hosting';
import { useRead } from '@/lib/query/use-read';
import { MoneyLinks } from './money-links';

const QUOTE = 'USDT';

/** One coin: what is available and held, what it is worth, its history (a slot from the records), and a way to trade it. */
export function CoinScreen({ asset, history, isTraded }: { asset: string; history: ReactNode; isTraded: boolean }) {
  const t = useTranslations('Wallet');
  useAccountEvents();
  const query = useRead(accountApi.balances, {});
  return (
    <div className="pair">
      <div className="stack">
        <LoadState query={query} skeleton={<Skeleton className="h-48 rounded-card" />}>
          {({ balances }) => {
            const none: Balance = { asset, available: '0', locked: '0', margin: '0', total: '0', valueUsdt: '0' };
            return <CoinCard balance={balances.find((balance) => balance.asset === asset) ?? none} />;
          }}
        </LoadState>
        <MoneyLinks asset={asset} />
        <Actions asset={asset} isTraded={isTraded} />
      </div>
      <section>
        <h2 className="text-title">{t('history')}</h2>
        {history}
      </section>
    </div>
  );
}

function CoinCard({ balance }: { balance: Balance }) {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  const { features } = useMember();
  const unit = ` ${balance.asset}`;
  return (
    <>
      <div className="flex items-center gap-3">
        <CoinBadge coin={balance.asset} />
        <div className="min-w-0 flex-1">
          <p className="text-ink-2 text-small">{t('total')}</p>
          <Amount decimalsMax={8} locale={locale} size="display" unit={balance.asset} value={balance.total} />
        </div>
      </div>
      <Card className="mt-5">
        <Receipt>
          <ReceiptRow label={t('available')} value={formatExact(balance.available, locale) + unit} />
          <ReceiptRow label={t('held')} value={formatExact(balance.locked, locale) + unit} />
          {compareDecimals(balance.locked, '0') > 0 && features.includes('reserved') ? <HeldFor asset={balance.asset} /> : null}
          {compareDecimals(balance.margin, '0') > 0 ? (
            <ReceiptRow label={t('inMargin')} value={formatExact(balance.margin, locale) + unit} />
          ) : null}
          {balance.asset === QUOTE && features.includes('hosting') ? <Hosted /> : null}
          <ReceiptRow isSum label={t('worth')} value={`${formatAmount(balance.valueUsdt, { locale })}\u00a0${QUOTE}`} />
        </Receipt>
        <p className="pt-3 text-ink-3 text-micro">{t('heldText')}</p>
      </Card>
    </>
  );
}

/** What is hosted: it is with the book, so it isn't part of the balance. */
function Hosted() {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  const { data } = useRead(hostingApi.hostingTotals, {});
  if (data === undefined || compareDecimals(data.worth, '0') === 0) return null;
  return <ReceiptRow label={t('hosted')} value={`${formatAmount(data.worth, { locale })}\u00a0${QUOTE}`} />;
}

/** What the held part is held for, one line each. */
function HeldFor({ asset }: { asset: string }) {
  const t = useTranslations('Wallet.heldFor');
  const locale = useLocale();
  const { data } = useRead(accountApi.reserved, { asset });
  return data?.rows.map(({ purpose, amount }) => (
    <ReceiptRow
      key={purpose}
      label={<span className="ps-3">{t.has(purpose as 'orders') ? t(purpose as 'orders') : t('other')}</span>}
      value={`${formatExact(amount, locale)}\u00a0${asset}`}
    />
  ));
}

/** A coin without a market of its own is what others are traded against: its action is the list of markets. */
function Actions({ asset, isTraded }: { asset: string; isTraded: boolean }) {
  const t = useTranslations('Wallet');
  if (!isTraded) {
    return (
      <Link className={buttonClass()} href="/market">
        {t('toMarket')}
      </Link>
    );
  }
  return (
    <div className="side-by-side gap-2.5">
      <Link className={buttonClass({ variant: 'buy' })} href={`/spotorder?coin=${asset}&side=buy`}>
        {t('buy', { coin: asset })}
      </Link>
      <Link className={buttonClass({ variant: 'sell' })} href={`/spotorder?coin=${asset}&side=sell`}>
        {t('sell', { coin: asset })}
      </Link>
    </div>
  );
}
