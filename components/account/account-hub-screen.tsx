'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { formatAmount, formatPercent } from '@/components/money/format';
import { Percent } from '@/components/money/percent';
import { Figure, TotalFigures } from '@/components/money/total-figures';
import { Icon } from '@/components/ui/icon';
import { Sheet } from '@/components/ui/sheet';
import { Skeleton } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as accountApi from '@/lib/api/account';
import * as helpApi from '@/lib/api/help';
import type { Home } from '@/lib/dto/balances';
import type { AccountMenuLine } from '@/lib/pages/account-menu';
import { useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { AccountTabs, type TabParts } from './account-tabs';

const ROW = 'flex min-h-13 w-full items-center gap-3.5 border-line border-b py-1.5 text-start';

type CreditScoreProps = { score: number; details: ReactNode };
type Props = TabParts & {
  active: string | null;
  menu: readonly AccountMenuLine[];
  /** With what changed it; null where nothing is decided by it. */
  creditScore: CreditScoreProps | null;
};

/** The account: what it holds, the three tabs of money in and out, and the lines to everything else. */
export function AccountHubScreen({ active, menu, creditScore, ...parts }: Props) {
  const t = useTranslations('AccountHub');
  useAccountEvents();
  const query = useRead(accountApi.home, {});
  const isFirst = ({ label }: AccountMenuLine) => label === 'verification';
  return (
    <div className="pair">
      <div className="grid grid-cols-1 gap-6">
        <LoadState query={query} skeleton={<Skeleton className="h-40 rounded-card" />}>
          {(home) => <Figures home={home} />}
        </LoadState>
        <AccountTabs active={active} {...parts} />
      </div>
      <nav aria-label={t('menuLabel')}>
        <ul>
          {menu.filter(isFirst).map((line) => (
            <MenuLine key={line.href} line={line} />
          ))}
          {creditScore === null ? null : <CreditScore {...creditScore} />}
          {menu
            .filter((line) => !isFirst(line))
            .map((line) => (
              <MenuLine key={line.href} line={line} />
            ))}
          <ExternalLink />
        </ul>
      </nav>
    </div>
  );
}

/** Where the operator wants it to lead, by its name; nothing without one. */
function ExternalLink() {
  const url = useRead(helpApi.externalLink, {}).data?.url ?? null;
  if (url === null) return null;
  return (
    <li>
      <a className={ROW} href={url} rel="noreferrer" target="_blank">
        <Icon name="link" />
        <span className="min-w-0 flex-1 break-all font-strong">{new URL(url).hostname}</span>
      </a>
    </li>
  );
}

function Figures({ home }: { home: Home }) {
  const t = useTranslations('AccountHub');
  const locale = useLocale();
  const { features } = useMember();
  // Without a product that earns or pledges there is no figure: a zero would say that there is one.
  const hasEarning = features.includes('staking') || features.includes('hosting');
  return (
    <div className="grid grid-cols-1 gap-4">
      <TotalFigures label={t('totalBalance')} totalUsdt={home.totalUsdt}>
        <Figure label={t('todayRate')}>
          <Percent fraction={home.todayProfitRate} locale={locale} />
        </Figure>
        <Figure label={t('totalProfit')}>
          {hasEarning ? `${formatAmount(home.hostingProfit, { locale, sign: 'always' })}\u00a0USDT` : '–'}
        </Figure>
        <Figure label={t('pledged')}>{hasEarning ? formatPercent(home.pledgeRate, { locale }) : '–'}</Figure>
      </TotalFigures>
      {hasEarning ? null : <p className="text-ink-3 text-micro">{t('noSource')}</p>}
    </div>
  );
}

function MenuLine({ line: { label, href, icon } }: { line: AccountMenuLine }) {
  const t = useTranslations('AccountHub.rows');
  return (
    <li>
      <Link className={ROW} href={href} prefetch={false}>
        <Icon name={icon} />
        <span className="min-w-0 flex-1 hyphens-auto font-strong">{t(label)}</span>
        <span className="text-ink-3">
          <Icon name="forward" size={18} />
        </span>
      </Link>
    </li>
  );
}

function CreditScore({ score, details }: CreditScoreProps) {
  const t = useTranslations('AccountHub');
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button className={ROW} onClick={() => setOpen(true)} type="button">
        <Icon name="star" />
        <span className="min-w-0 flex-1 hyphens-auto font-strong">{t('rows.creditScore')}</span>
        <span className="font-strong">{score}</span>
        <span className="text-ink-3">
          <Icon name="forward" size={18} />
        </span>
      </button>
      <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('rows.creditScore')}>
        <p className="text-display">{t('creditOf', { score })}</p>
        {details}
      </Sheet>
    </li>
  );
}
