'use client';
import { useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { Tabs } from '@/components/layout/tabs';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '../ui/link';
import * as stakingApi from '@/lib/api/staking';
import { usePaged } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { MaturityFile } from './maturity-file';
import { PositionCard } from './position-card';

/** Open positions and those that are over, under two tabs. */
export function PledgeHistoryScreen() {
  const t = useTranslations('Staking');
  useAccountEvents();
  return (
    <Tabs
      label={t('positions')}
      tabs={[
        { value: 'open', label: t('open'), content: () => <Positions key="open" state="open" /> },
        { value: 'over', label: t('over'), content: () => <Positions key="over" state="over" /> },
      ]}
    />
  );
}

function Positions({ state }: { state: 'open' | 'over' }) {
  const t = useTranslations('Staking');
  const query = usePaged(stakingApi.stakingPositions, { state });
  const positions = query.data?.pages.flatMap((page) => page.positions) ?? [];
  return (
    <>
      <PagedList
        areCards
        empty={
          <EmptyState
            action={
              <Link className={buttonClass({ size: 'small' })} href="/tab2">
                {t('toTerms')}
              </Link>
            }
            icon="earn"
            text={t('noneText')}
            title={t(state === 'open' ? 'noneOpen' : 'noneOver')}
          />
        }
        query={query}
        rowsOf={(page) => page.positions}
      >
        {(position) => <PositionCard key={position.id} position={position} />}
      </PagedList>
      {state === 'open' && positions.length > 0 ? <MaturityFile positions={positions} /> : null}
    </>
  );
}
