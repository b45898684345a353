'use client';
import { useTranslations } from 'next-intl';
import { useMember } from '@/components/layout/member-context';
import { buttonClass } from '@/components/ui/button';
import { Link } from '../ui/link';

/** The ways in, out and across, as far as they are offered; `asset` is the coin that they are about. */
export function MoneyLinks({ asset }: { asset?: string }) {
  const t = useTranslations('Wallet');
  const { features } = useMember();
  const coin = asset === undefined ? '' : `&coin=${asset}`;
  const from = asset === undefined ? '' : `?from=${asset}`;
  const links = [
    { feature: 'deposits', href: `/tab4?active=0${coin}`, label: t('deposit') },
    { feature: 'withdrawals', href: `/tab4?active=2${coin}`, label: t('withdraw') },
    { feature: 'convert', href: `/convert${from}`, label: t('convert') },
  ].filter(({ feature }) => features.includes(feature));
  if (links.length === 0) return null;
  return (
    // Beside a list on a tablet the three have the least room: smaller words keep them in one line in every language.
    <nav
      aria-label={t('title')}
      className="side-by-side gap-2.5 max-lg:gap-1.5 max-lg:[&>a]:px-1 max-lg:[&>a]:text-body md:max-lg:[&>a]:text-small"
    >
      {links.map(({ href, label }) => (
        <Link className={buttonClass({ variant: 'soft' })} href={href} key={href} prefetch={false}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
