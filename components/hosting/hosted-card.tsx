'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import { Link } from '../ui/link';
import * as hostingApi from '@/lib/api/hosting';
import type { Hosted } from '@/lib/dto/hosting';
import { useWrite } from '@/lib/query/use-write';
import { writeFact } from '@/lib/rules/punctuation';
import { HostedDays } from './hosted-days';

/** One hosted amount: what it is worth, what each day brought, and the way out. */
export function HostedCard({ hosted }: { hosted: Hosted }) {
  const [t, ts] = [useTranslations('Hosting'), useTranslations('Staking')];
  const locale = useLocale();
  const [isLeaving, setLeaving] = useState(false);
  const money = (value: string) => `${formatExact(value, locale)}\u00a0${hosted.asset}`;
  const signed = (value: string) => `${formatAmount(value, { locale, sign: 'always', decimalsMax: 8 })}\u00a0${hosted.asset}`;
  const { state, overAt, endsAt, nextAt } = hosted;
  const isOpen = overAt === null;
  const canLeave = state === 'running' || state === 'pending';
  const ends = overAt ?? endsAt;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <p className="two-ends items-baseline">
        <b suppressHydrationWarning>{money(hosted.principal)}</b>
        <span className="text-ink-2 text-small">{t(`states.${state}`)}</span>
      </p>
      <Receipt>
        <ReceiptRow label={ts('cycle')} value={ts('names.term', { days: hosted.days })} />
        {isOpen ? <ReceiptRow label={t('worthNow')} value={money(hosted.worth)} /> : null}
        <ReceiptRow label={t('dayIncome')} value={signed(hosted.dayIncome)} />
        <ReceiptRow label={t('paid')} value={money(hosted.paid)} />
        <ReceiptRow label={t('fees')} value={money(hosted.fees)} />
        {nextAt === null ? null : <ReceiptRow label={t('next')} value={<LocalTime iso={nextAt} locale={locale} />} />}
        {ends === null ? null : <ReceiptRow label={ts(isOpen ? 'ends' : 'ended')} value={<LocalTime iso={ends} locale={locale} />} />}
        {isOpen ? null : <ReceiptRow label={ts('returned')} value={money(hosted.returned)} />}
        <ReceiptRow label={ts('paysFrom')} value={t('source')} />
        <ReceiptRow isSum label={t('income')} value={signed(hosted.income)} />
      </Receipt>
      <div className={canLeave ? '' : '-mb-2.5'}>
        <HostedDays hosted={hosted} />
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Link className="flex min-h-11 items-center font-strong text-accent text-small" href={`/hostingbook?plan=${hosted.plan}`}>
            {t('book')}
          </Link>
          {canLeave ? (
            <Button onClick={() => setLeaving(true)} size="small" variant="ghost">
              {state === 'pending' ? t('takeBack') : ts('leave')}
            </Button>
          ) : null}
        </div>
      </div>
      <Sheet
        closeLabel={ts('close')}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        title={state === 'pending' ? t('takeBack') : ts('leave')}
      >
        <LeaveForm hosted={hosted} onClose={() => setLeaving(false)} />
      </Sheet>
    </Card>
  );
}

function LeaveForm({ hosted, onClose }: { hosted: Hosted; onClose: () => void }) {
  const [t, ts, tw] = [useTranslations('Hosting'), useTranslations('Staking'), useTranslations('Write')];
  const locale = useLocale();
  const showResult = useShowResult();
  const { state } = hosted;
  const leave = useWrite(hostingApi.leaveHosting, {
    of: hosted.id,
    onDone: (_answer, { text }, isLate) => {
      if (!isLate) onClose();
      showResult({
        title: state === 'running' || state === 'leaving' ? t('states.leaving') : tw('accepted'),
        lead: writeFact(text, `${formatExact(hosted.principal, locale)}\u00a0${hosted.asset}`, locale),
        facts: null,
        href: '/record?active=6',
        more: t('yours'),
      });
    },
  });
  const isPending = state === 'pending';
  const exit = formatPercent(hosted.exitRate, { locale, decimals: 2 }).replace(/\s?%/, '');
  const label = isPending ? t('takeBack') : ts('leaveNow');
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2 text-small">{isPending ? t('pendingText') : t('leaveText', { exit })}</p>
      <Receipt>
        <ReceiptRow label={ts('principal')} value={`${formatExact(hosted.principal, locale)}\u00a0${hosted.asset}`} />
        <ReceiptRow isSum label={t('worthNow')} value={`${formatExact(hosted.worth, locale)}\u00a0${hosted.asset}`} />
      </Receipt>
      <FormFooter
        label={label}
        onSend={() => leave.send({ id: hosted.id }, label)}
        variant={isPending ? undefined : 'danger'}
        write={leave}
      />
    </div>
  );
}
