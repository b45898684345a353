'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { buttonLook } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useAccountEvents } from '@/lib/stream/hooks';
import { Announcements } from './announcements';
import { BalanceCard } from './balance-card';

/** The member's home: balance, markets (a slot of the market domain), strategies where offered, announcements. */
export function MemberHomeScreen({ markets, withHosting }: { markets: ReactNode; withHosting: boolean }) {
  useAccountEvents();
  return (
    <div className="grid grid-cols-1 gap-5">
      <BalanceCard withHosting={withHosting} />
      <div className="grid grid-cols-1 gap-1.5">{markets}</div>
      {withHosting ? <StrategyPromo /> : null}
      <Announcements />
    </div>
  );
}

function StrategyPromo() {
  const t = useTranslations('Home');
  return (
    <Card>
      <h2 className="text-title">{t('strategyTitle')}</h2>
      <p className="pt-1 pb-4 text-ink-2 text-small">{t('strategyText')}</p>
      <Link className={buttonLook({ variant: 'ghost' })} href="/tab2">
        {t('createTransaction')}
      </Link>
    </Card>
  );
}
