'use client';
import { useLocale, useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { WriteNotice } from '@/components/layout/write-notice';
import { formatExact } from '@/components/money/format';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TextButton } from '@/components/ui/text-button';
import * as api from '@/lib/api/alerts';
import type { Alert } from '@/lib/dto/alerts';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { ALERTS_MAX, isMarketAlert } from '@/lib/rules/alerts';
import { useNotificationEvents } from '@/lib/stream/hooks';
import { AlertForm } from './alert-form';

/** Asks what to be alerted of, and lists what was asked for. */
export function AlertsScreen({ symbol }: { symbol: string }) {
  const t = useTranslations('Alerts');
  useNotificationEvents();
  const query = useRead(api.alerts, {});
  return (
    <div className="pair">
      <AlertForm symbol={symbol} />
      <section>
        <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
          {({ alerts }) => <List alerts={alerts} />}
        </LoadState>
      </section>
    </div>
  );
}

function List({ alerts }: { alerts: readonly Alert[] }) {
  const t = useTranslations('Alerts');
  if (alerts.length === 0) return <EmptyState icon="bell" text={t('emptyText')} title={t('empty')} />;
  return (
    <>
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-title">
        {t('list')}
        <span className="font-plain text-ink-3 text-small">{t('count', { count: alerts.length, max: ALERTS_MAX })}</span>
      </h2>
      <ul>
        {alerts.map((alert) => (
          <Line alert={alert} key={alert.id} />
        ))}
      </ul>
    </>
  );
}

function Line({ alert }: { alert: Alert }) {
  const t = useTranslations('Alerts');
  const { mode } = useMember();
  const text = useAlertText()(alert);
  const remove = useWrite(api.alertRemove, { of: alert.id });
  const notes = [
    alert.pauseMinutes === null ? t('once') : t(`pauses.${alert.pauseMinutes}` as 'pauses.15'),
    ...(alert.state === 'armed' ? [] : [t(`states.${alert.state}`)]),
    ...(alert.mode === mode || alert.kind === 'price' || alert.kind === 'move' ? [] : [t(`otherAccount.${alert.mode}`)]),
  ];
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-line border-b py-2 last:border-0">
      <span className="min-w-[min(100%,12rem)] flex-1">
        <b className="font-strong">{text}</b>
        <span className="block text-ink-3 text-micro">{notes.join(' · ')}</span>
      </span>
      <TextButton disabled={remove.isBusy} onPress={() => remove.send({ id: alert.id }, t('remove'))} text={t('remove')} />
      <WriteNotice className="w-full" hasAgain write={remove} />
    </li>
  );
}

function useAlertText(): (alert: Alert) => string {
  const t = useTranslations('Alerts');
  const locale = useLocale();
  return ({ kind, subject, direction, level, minutes }) => {
    const shown = formatExact(level, locale);
    if (!isMarketAlert(kind)) return t(`says.${kind}`, { subject, level: shown });
    const [base = '', quote = ''] = subject.split('-');
    if (kind === 'price') return t(`says.price-${direction}`, { base, quote, level: shown });
    if (kind === 'move') return t('says.move', { base, level: shown, window: t(`windows.${minutes ?? 5}` as 'windows.5') });
    return t(`says.${kind}`, { base, level: shown });
  };
}
