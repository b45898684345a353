'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { OtherAccount } from '@/components/layout/other-account';
import { PagedList } from '@/components/layout/paged-list';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as api from '@/lib/api/presale';
import type { PresalePurchase } from '@/lib/dto/presale';
import { isBuyable } from '@/lib/rules/presale';
import { usePaged, useRead } from '@/lib/query/use-read';
import { useAccountEvents } from '@/lib/stream/hooks';
import { SaleCard } from './sale-card';

/** What is sold is looked at again while the screen is open. */
const LOOK_MS = 10_000;

/** Every sale, and what one has asked for. */
export function SaleScreen() {
  const t = useTranslations('Presale');
  const { mode } = useMember();
  const query = useRead(api.presales, {}, { everyMs: LOOK_MS });
  useAccountEvents();
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-ink-2">{t('lead')}</p>
      {mode === 'real' ? null : (
        <OtherAccount isAside mode="real">
          {t('demo')}
        </OtherAccount>
      )}
      <LoadState query={query} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
        {({ presales }) =>
          presales.length === 0 ? (
            <EmptyState action={<Lead href="/market" text={t('toMarket')} />} icon="chart" text={t('noneText')} title={t('none')} />
          ) : (
            <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
              {presales.map((presale) => (
                <SaleCard key={presale.id} presale={presale}>
                  {isBuyable(presale) && mode === 'real' ? (
                    <Link className={buttonClass({})} href={`/buyStep?id=${presale.id}`}>
                      {t('buy')}
                    </Link>
                  ) : null}
                </SaleCard>
              ))}
            </div>
          )
        }
      </LoadState>
      {mode === 'real' ? <Purchases hasOpen={query.data?.presales.some(isBuyable) ?? false} /> : null}
    </div>
  );
}

function Lead({ href, text }: { href: string; text: string }) {
  return (
    <Link className={buttonClass({ size: 'small', variant: 'ghost' })} href={href}>
      {text}
    </Link>
  );
}

function Purchases({ hasOpen }: { hasOpen: boolean }) {
  const t = useTranslations('Presale');
  const query = usePaged(api.presalePurchases, {});
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-title">{t('mine')}</h2>
      <PagedList
        empty={
          <EmptyState
            action={hasOpen ? <Lead href="/buyStep" text={t('buy')} /> : <Lead href="/market" text={t('toMarket')} />}
            icon="list"
            text={t('mineNoneText')}
            title={t('mineNone')}
          />
        }
        query={query}
        rowsOf={(page) => page.purchases}
      >
        {(purchase) => <PurchaseRow key={purchase.id} purchase={purchase} />}
      </PagedList>
    </section>
  );
}

function PurchaseRow({ purchase: { coin, tokens, cost, got, back, received, nextAt, boughtAt } }: { purchase: PresalePurchase }) {
  const t = useTranslations('Presale');
  const locale = useLocale();
  const show = (value: string) => formatExact(value, locale);
  return (
    <li className="grid grid-cols-1 gap-0.5 border-line border-b py-3">
      <p className="two-ends items-baseline" suppressHydrationWarning>
        <b>{`${show(String(tokens))} ${coin}`}</b>
        <span>{`${show(cost)} USDT`}</span>
      </p>
      <p className="two-ends items-baseline text-ink-2 text-small" suppressHydrationWarning>
        <LocalTime iso={boughtAt} locale={locale} />
        <span>{got === null ? t('held') : t('settled', { got: show(String(got)), coin, back: show(back ?? '0') })}</span>
      </p>
      {got === null || nextAt === null ? null : (
        <p className="text-ink-2 text-small" suppressHydrationWarning>
          {t('vesting', { received: show(String(received)), got: show(String(got)), coin })} <LocalTime iso={nextAt} locale={locale} />
        </p>
      )}
    </li>
  );
}
