'use client';
import { useTranslations } from 'next-intl';
import { useMember } from '@/components/layout/member-context';
import type { BookKind } from '@/lib/protocol/wire';
import { Link } from '../ui/link';

const LOOK =
  'grid min-h-11 place-items-center rounded-[0.8rem] px-1 text-center font-strong text-ink-2 text-small leading-tight aria-[current=page]:bg-surface-0 aria-[current=page]:text-ink-1';

/** `on` a ticket the others are tickets as well, on a market's page its other pages. */
type Props = { base: string; current: BookKind | 'seconds'; on?: 'market' | 'ticket' };

/** Leads from one way of trading a coin to the others that are offered; nothing where there is only spot. */
export function TradeKinds({ base, current, on = 'market' }: Props) {
  const t = useTranslations('Market');
  const { features } = useMember();
  const kinds = [
    { kind: 'spot', href: on === 'ticket' ? `/spotorder?coin=${base}` : `/marketInfo?coin=${base}&type=spot`, isOffered: true },
    {
      kind: 'perpetual',
      href: on === 'ticket' ? `/perpetualorder?coin=${base}` : `/marketInfo?coin=${base}&type=perpetual`,
      isOffered: features.includes('perpetual'),
    },
    { kind: 'seconds', href: `/optionOrder?coin=${base}`, isOffered: features.includes('option') },
  ] as const;
  const offered = kinds.filter((one) => one.isOffered);
  if (offered.length === 1) return null;
  return (
    <nav aria-label={t('type')} className="side-by-side rounded-field bg-surface-2 p-[3px]">
      {offered.map(({ kind, href }) => (
        <Link aria-current={kind === current ? 'page' : undefined} className={LOOK} href={href} key={kind} prefetch={false} replace>
          {t(kind)}
        </Link>
      ))}
    </nav>
  );
}
