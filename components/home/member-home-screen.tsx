'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';
import { useAccountEvents } from '@/lib/stream/hooks';
import { Announcements } from './announcements';
import { BalanceCard } from './balance-card';
import { MoreLinks } from './more-links';
import { FirstSteps } from './first-steps';

/** The member's home: balance, markets (a slot of the market domain), what earns where offered, announcements. */
type Props = { markets: ReactNode; buy: ReactNode; firstBuy: ReactNode; features: readonly string[]; isHidden: boolean };

export function MemberHomeScreen({ markets, buy, firstBuy, features, isHidden }: Props) {
  useAccountEvents();
  return (
    <div className="pair">
      <div className="grid grid-cols-1 gap-5">
        <BalanceCard
          isHiddenAtFirst={isHidden}
          withChart={features.includes('balance-history')}
          withEarning={features.includes('staking') || features.includes('hosting')}
        />
        {features.includes('first-steps') ? <FirstSteps buy={firstBuy} features={features} /> : null}
        {features.includes('spot') ? buy : null}
        <QuickLinks features={features} />
      </div>
      <div className="grid grid-cols-1 gap-1.5">{markets}</div>
      <div className="pair md:col-span-2">
        {features.includes('hosting') || features.includes('staking') ? (
          <EarnPromo kind={features.includes('hosting') ? 'strategy' : 'staking'} />
        ) : null}
        <MoreLinks features={features} />
        <Announcements />
      </div>
    </div>
  );
}

/** What a thumb does most, one tap from home. */
const QUICK = [
  { href: '/spotorder', label: 'orders', icon: 'trade', feature: 'spot' },
  { href: '/perpetualorder', label: 'perpetual', icon: 'market', feature: 'perpetual' },
  { href: '/wallet', label: 'wallet', icon: 'wallet', feature: null },
] as const;

function QuickLinks({ features }: { features: readonly string[] }) {
  const t = useTranslations('Layout.menuRows');
  const links = QUICK.filter(({ feature }) => feature === null || features.includes(feature));
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2">
      {links.map(({ href, label, icon }) => (
        <li className="grid min-w-0" key={href}>
          <Link
            className="grid min-h-16 place-content-center justify-items-center gap-1 rounded-card bg-surface-1 px-1 py-2 text-center font-strong text-micro active:bg-surface-2"
            href={href}
          >
            <Icon name={icon} size={20} />
            <span className="max-w-full hyphens-auto">{t(label)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const PROMOS = {
  strategy: { href: '/tab2?active=hosting', action: 'createTransaction' },
  staking: { href: '/tab2', action: 'stakingAction' },
} as const;

function EarnPromo({ kind }: { kind: 'strategy' | 'staking' }) {
  const t = useTranslations('Home');
  return (
    <Card>
      <h2 className="text-title">{t(`${kind}Title`)}</h2>
      <p className="pt-1 pb-4 text-ink-2 text-small">{t(`${kind}Text`)}</p>
      <Link className={buttonClass({ variant: 'ghost' })} href={PROMOS[kind].href}>
        {t(PROMOS[kind].action)}
      </Link>
    </Card>
  );
}
