'use client';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatAmount } from '@/components/money/format';
import type { Balance } from '@/lib/dto/balances';
import { compareDecimals, subtractDecimals } from '@/lib/rules/decimal';

/** What values are shown in: of this coin, amount and value are the same figure. */
const QUOTE = 'USDT';

/** Stablecoins are read in cents, other coins in full. */
export function decimalsShown(asset: string): number {
  return asset === 'USDT' || asset === 'USDC' ? 2 : 8;
}

/** One coin with its amount and value; leads to its page. */
export function CoinRow({ balance }: { balance: Balance }) {
  const t = useTranslations('Wallet');
  const locale = useLocale();
  const decimalsMax = decimalsShown(balance.asset);
  const notFree = subtractDecimals(balance.total, balance.available);
  const isHeld = compareDecimals(notFree, '0') > 0;
  return (
    <li className="border-line border-b">
      <Link className="flex min-h-16 flex-wrap items-center gap-x-3 py-2" href={`/walletDetails?coin=${balance.asset}`} prefetch={false}>
        <CoinBadge coin={balance.asset} />
        <span className="min-w-0 flex-1 basis-[6rem]">
          <b className="block">{balance.asset}</b>
          <span className="block text-ink-3 text-micro" suppressHydrationWarning>
            {isHeld ? t('heldShort', { amount: formatAmount(notFree, { locale, decimalsMax }) }) : t('allAvailable')}
          </span>
        </span>
        <span className="ms-auto text-end">
          <span className="block font-strong" suppressHydrationWarning>
            {formatAmount(balance.total, { locale, decimalsMax })}
          </span>
          {balance.asset === QUOTE ? null : (
            <span className="block text-ink-3 text-small" suppressHydrationWarning>
              {formatAmount(balance.valueUsdt, { locale })} {QUOTE}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
