'use client';
import { useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { Tabs } from '@/components/layout/tabs';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '../ui/link';
import * as hostingApi from '@/lib/api/hosting';
import { usePaged } from '@/lib/query/use-read';
import { HostedCard } from './hosted-card';

const STATES = ['all', 'running', 'complete'] as const;

/** What is and was hosted: all, in progress, complete. */
export function HostedList() {
  const t = useTranslations('Hosting');
  return (
    <Tabs
      label={t('yours')}
      tabs={STATES.map((state) => ({ value: state, label: t(state), content: () => <Hosted key={state} state={state} /> }))}
    />
  );
}

function Hosted({ state }: { state: (typeof STATES)[number] }) {
  const t = useTranslations('Hosting');
  const query = usePaged(hostingApi.hosted, { state });
  return (
    <PagedList
      areCards
      empty={
        <EmptyState
          action={
            <Link className={buttonClass({ size: 'small' })} href="/tab2?active=hosting">
              {t('toPlans')}
            </Link>
          }
          icon="earn"
          text={t('noneText')}
          title={t('none')}
        />
      }
      query={query}
      rowsOf={(page) => page.hosted}
    >
      {(row) => <HostedCard hosted={row} key={row.id} />}
    </PagedList>
  );
}
