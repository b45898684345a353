'use client';
import { useLocale, useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '../ui/link';
import * as api from '@/lib/api/invitations';
import type { Invited } from '@/lib/dto/invitations';
import { usePaged } from '@/lib/query/use-read';

/** Where one's code and link stand on their page. */
export const OWN_LINK = 'own-link';

/** Who came by one's code, newest first, with how far they are. */
export function InvitedList() {
  const t = useTranslations('Invite');
  const query = usePaged(api.invitedList, {});
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-title">{t('list')}</h2>
      <PagedList empty={<NobodyYet />} query={query} rowsOf={(page) => page.rows}>
        {(row) => <InvitedRow key={`${row.joinedAt} ${row.name}`} row={row} />}
      </PagedList>
    </section>
  );
}

function InvitedRow({ row: { name, joinedAt, state, dueAt, reason, reward } }: { row: Invited }) {
  const t = useTranslations('Invite');
  const locale = useLocale();
  return (
    <li className="grid grid-cols-1 gap-0.5 border-line border-b py-3">
      <p className="two-ends items-baseline">
        <b>{name}</b>
        <span className={`text-small ${state === 'rewarded' ? 'text-up' : 'text-ink-2'}`} suppressHydrationWarning>
          {reward !== null ? (
            t('gotReward', { amount: formatExact(reward, locale) })
          ) : state === 'inviter' ? (
            <Link className="text-accent" href="/verification">
              {t('states.inviter')}
            </Link>
          ) : (
            t(`states.${state}`)
          )}
        </span>
      </p>
      <p className="two-ends items-baseline text-ink-3 text-small">
        <span>
          {t('joined')} <LocalTime iso={joinedAt} locale={locale} style="date" />
        </span>
        {dueAt === null ? null : (
          <span>
            {t('due')} <LocalTime iso={dueAt} locale={locale} />
          </span>
        )}
      </p>
      {reason === null ? null : <p className="text-small text-warn">{t(`refusals.${reason}`)}</p>}
    </li>
  );
}

function NobodyYet() {
  const t = useTranslations('Invite');
  const action = (
    <a className={buttonClass({ size: 'small', variant: 'ghost' })} href={`#${OWN_LINK}`}>
      {t('link')}
    </a>
  );
  return <EmptyState action={action} icon="account" text={t('noneText')} title={t('none')} />;
}
