'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { LocalTime } from '@/components/money/local-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as api from '@/lib/api/withdrawals';
import { useRead } from '@/lib/query/use-read';
import { type WithdrawalState, WITHDRAWAL_STATES } from '@/lib/rules/withdrawals';

type Step = 'requested' | 'late' | WithdrawalState;

function toStep(text: string): Step {
  if (text === 'requested') return text;
  return WITHDRAWAL_STATES.find((state) => state === text) ?? 'late';
}

/** All that happened to a withdrawal, in order; read again whenever its state has changed. */
export function WithdrawalTimeline({ id, state }: { id: string; state: WithdrawalState }) {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const query = useRead(api.withdrawal, { id });
  const { refetch } = query;
  const isBehind = query.data !== undefined && query.data.state !== state;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
      {({ steps }) => (
        <ol className="grid grid-cols-1 gap-2 border-line border-s-2 ps-4 text-small">
          {steps.map(({ step, at }, index) => (
            <li className="flex flex-wrap justify-between gap-x-4" key={`${step} ${at}`}>
              <span className={index === steps.length - 1 ? 'font-strong' : 'text-ink-2'}>{t(`steps.${toStep(step)}`)}</span>
              <span className="text-ink-2">
                <LocalTime iso={at} locale={locale} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </LoadState>
  );
}
