'use client';
import { useLocale, useTranslations } from 'next-intl';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatAmount, formatPercent } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { useCoinName } from '@/components/money/use-coin-name';
import type { Balance } from '@/lib/dto/balances';
import { compareDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { shareOf } from './share';
import { Link } from '../ui/link';

/** What values are shown in: of this coin, amount and value are the same figure. */
const QUOTE = 'USDT';

/** Stablecoins are read in cents, other coins in full. */
export function decimalsShown(asset: string): number {
  return asset === 'USDT' || asset === 'USDC' ? 2 : 8;
}

type Props = {
  balance: Balance;
  totalUsdt: string;
  /** Over 24 h; null for a coin without a market. */
  changeRate: string | null;
};

/** One coin with its amount, value, share and change; leads to its page. */
export function CoinRow({ balance, totalUsdt, changeRate }: Props) {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  const nameOf = useCoinName();
  const decimalsMax = decimalsShown(balance.asset);
  const notFree = subtractDecimals(balance.total, balance.available);
  const isHeld = compareDecimals(notFree, '0') > 0;
  const share = shareOf(balance.valueUsdt, totalUsdt);
  return (
    <li className="border-line border-b">
      <Link className="flex min-h-16 flex-wrap items-center gap-x-3 py-2" href={`/walletDetails?coin=${balance.asset}`} prefetch={false}>
        <CoinBadge coin={balance.asset} />
        <span className="min-w-0 flex-1 basis-[6rem]">
          <span className="block">
            <b>{balance.asset}</b> <span className="drop-end text-ink-3 text-small">{nameOf(balance.asset)}</span>
          </span>
          <span className="flex flex-wrap gap-x-2 text-ink-3 text-micro" suppressHydrationWarning>
            {share === null ? null : <span>{t('share', { share: formatPercent(share, { locale }) })}</span>}
            {isHeld ? <span>{t('heldShort', { amount: formatAmount(notFree, { locale, decimalsMax }) })}</span> : null}
            {share === null && !isHeld ? <span>{t('allAvailable')}</span> : null}
          </span>
        </span>
        <span className="ms-auto min-w-min max-w-[max(10rem,50%)] text-end">
          <span className="block font-strong" suppressHydrationWarning>
            {formatAmount(balance.total, { locale, decimalsMax })}
          </span>
          {balance.asset === QUOTE ? null : (
            <span className="flex flex-wrap items-center justify-end gap-x-2 text-ink-3 text-small" suppressHydrationWarning>
              {formatAmount(balance.valueUsdt, { locale })} {QUOTE}
              {changeRate === null ? null : <Percent fraction={changeRate} locale={locale} />}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
