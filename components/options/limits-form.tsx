'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { type LimitedProduct, RISK_LIMITS, type RiskLimit } from '../../lib/protocol/wire';
import { AmountInput } from '@/components/money/amount-input';
import { LocalTime } from '@/components/money/local-time';
import { FormFooter } from '@/components/layout/form-footer';
import { Notice } from '@/components/ui/notice';
import { showToast } from '@/components/ui/toast';
import type { RiskLimits } from '@/lib/dto/options';
import * as riskLimitsApi from '@/lib/api/risk-limits';
import { BreakForm } from './break-form';
import { STAKE_DECIMALS } from './stake';
import { useRiskLimitsChange } from './use-risk-limits-change';

const PERIODS = ['day', 'week', 'month'] as const;
type Typed = Record<RiskLimit, string>;

const orNull = (typed: string): string | null => (typed === '' ? null : typed.replace(/\.$/, ''));

/** What the fields show: a looser limit that waits stands for the one that still holds. */
function readTyped(riskLimits: RiskLimits): Typed {
  const shown = riskLimits.limits.map(({ kind, max, later }) => [kind, (later === null ? max : later.max) ?? '']);
  return Object.fromEntries(shown) as Typed;
}

/** The user's own limits and breaks; an empty field is no limit. What leads here names them in the address (`#limits`) and finds them open. */
export function LimitsForm({ riskLimits, coin, product }: { riskLimits: RiskLimits; coin: string; product: LimitedProduct }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const change = useRiskLimitsChange(riskLimitsApi.riskLimitsChange, product, () => showToast(t('limitsSaved')));
  const [typed, setTyped] = useState<Typed>(() => readTyped(riskLimits));
  const laterFrom = riskLimits.limits.flatMap(({ later }) => (later === null ? [] : later.from)).sort();
  const field = (kind: RiskLimit, label: string) => (
    <AmountInput
      decimals={STAKE_DECIMALS}
      disabled={change.isLocked}
      key={kind}
      label={label}
      locale={locale}
      onChange={(value) => setTyped((before) => ({ ...before, [kind]: value }))}
      placeholder="–"
      value={typed[kind]}
    />
  );
  const save = () => {
    const limits = Object.fromEntries(RISK_LIMITS.map((kind) => [kind, orNull(typed[kind])])) as Record<RiskLimit, string | null>;
    change.send({ product, limits }, t('saveLimits'));
  };
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const shown = details.current;
    if (shown === null || window.location.hash !== '#limits') return;
    shown.open = true;
    shown.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <details className="scroll-mt-20" ref={details}>
      <summary className="flex min-h-11 items-center font-strong text-accent text-small">{t('limits')}</summary>
      <form
        className="grid grid-cols-1 gap-3 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="text-ink-2 text-small">{t('limitsText')}</p>
        {field('stake', t('stakeLimit', { coin }))}
        {(['stake', 'loss'] as const).map((what) => (
          <fieldset className="grid grid-cols-1 gap-1.5" key={what}>
            <legend className="pb-1.5 text-ink-2 text-small">{t(what === 'stake' ? 'stakesTogether' : 'lossesTogether', { coin })}</legend>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
              {PERIODS.map((period) => field(`${what}_${period}`, t(`periods.${period}`)))}
            </div>
          </fieldset>
        ))}
        {laterFrom.length === 0 ? null : (
          <Notice>
            {t('limitsWaiting')} <LocalTime iso={laterFrom.at(-1) ?? ''} locale={locale} />
          </Notice>
        )}
        <FormFooter label={t('saveLimits')} variant="soft" write={change} />
      </form>
      <BreakForm product={product} />
    </details>
  );
}
