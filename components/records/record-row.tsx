'use client';
import { useLocale } from 'next-intl';
import { CoinBadge } from '@/components/money/coin-badge';
import { directionOf, formatAmount } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Link } from '../ui/link';

/** One line of a list of records, which leads to everything that was booked with it: `changes` are signed amounts, `note` a small text below them. */
export function RecordRow({
  address,
  coin,
  title,
  at,
  changes,
  note,
}: {
  address: string;
  coin: string;
  title: string;
  /** ISO 8601. */
  at: string;
  changes: readonly { asset: string; amount: string }[];
  note: string | null;
}) {
  const locale = useLocale();
  const time = <LocalTime iso={at} locale={locale} />;
  // Beside two amounts there is room for it below the title.
  const isBeside = changes.length > 1 && note === null;
  return (
    <li className="@container border-line border-b">
      <Link className="flex min-h-16 items-center gap-3 py-2" href={address} prefetch={false}>
        <span className="@max-[15rem]:hidden">
          <CoinBadge coin={coin} />
        </span>
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5" suppressHydrationWarning>
          <span className="flex flex-wrap items-start justify-between gap-x-3 font-strong leading-snug">
            <span className="min-w-24 flex-[1_1_min-content] hyphens-auto [overflow-wrap:break-word]">
              {title}
              {isBeside ? <span className="block font-plain text-ink-3 text-micro">{time}</span> : null}
            </span>
            <span className="ms-auto text-end">
              {changes.map(({ asset, amount }) => (
                <span className={`block ${directionOf(amount) > 0 ? 'text-up' : ''}`} key={asset}>
                  {formatAmount(amount, { locale, decimalsMax: 8, sign: 'always' })} {asset}
                </span>
              ))}
            </span>
          </span>
          {isBeside ? null : (
            <span className="flex flex-wrap justify-between gap-x-3 text-ink-3 text-micro">
              {time}
              {note === null ? null : <span className="ms-auto text-end">{note}</span>}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
