'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { calculateBreakEven } from '../../lib/rules/options';
import { LoadState } from '@/components/layout/load-state';
import { decimalsOf, formatAge, formatAmount, formatPercent } from '@/components/money/format';
import { Price } from '@/components/money/price';
import { AgeDot } from '@/components/ui/age-dot';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Market } from '@/lib/dto/market';
import type { Contract, Guard, OptionTerms } from '@/lib/dto/options';
import { openContractsQuery, optionGuardQuery } from '@/lib/query/queries';
import { useAccountEvents, useFeedAge } from '@/lib/stream/hooks';
import { Disclosure } from './disclosure';
import { LimitsForm } from './limits-form';
import { OptionTicket } from './option-ticket';
import { PayoutCurve } from './payout-curve';
import { RunningContract } from './running-contract';
import { profitOf } from './stake';
import { useMarketTicker, usePriceLine } from './use-price-line';

const FIRST_STAKE = '100';
const FIRST_SECONDS = 60;

/** The ticket for seconds contracts with the price it is about, and what runs now. `results` are the newest settled ones. */
export function OptionScreen({ market, terms, results }: { market: Market; terms: OptionTerms; results: ReactNode }) {
  const t = useTranslations('Options');
  useAccountEvents();
  const guard = useQuery(optionGuardQuery());
  const running = useQuery(openContractsQuery());
  const [seconds, setSeconds] = useState(FIRST_SECONDS);
  const [stake, setStake] = useState(FIRST_STAKE);
  const ratio = terms.durations.find((one) => one.seconds === seconds)?.ratio ?? '0';
  const ticker = useMarketTicker(market);
  const contracts = running.data?.contracts ?? [];
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-x-10">
      <div className="grid grid-cols-1 content-start gap-3">
        <LivePrice market={market} ratio={ratio} running={contracts} stake={stake} terms={terms} />
        <LoadState query={guard} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
          {(state) => (
            <GuardGate breakEven={calculateBreakEven(ratio)} guard={state}>
              <OptionTicket
                guard={state}
                onSeconds={setSeconds}
                onStake={setStake}
                seconds={seconds}
                stake={stake}
                terms={terms}
                ticker={ticker}
              />
              <LimitsForm coin={terms.quote} guard={state} />
            </GuardGate>
          )}
        </LoadState>
      </div>
      <div className="grid grid-cols-1 content-start gap-3">
        {contracts.length === 0 ? null : <h2 className="text-title">{t('running')}</h2>}
        {contracts.map((contract) => (
          <RunningContract
            contract={contract}
            key={contract.id}
            tickSize={contract.symbol === market.symbol ? terms.tickSize : undefined}
          />
        ))}
        <p className="flex min-h-11 items-center justify-between gap-3 text-ink-2 text-small">
          {t('settledBy')}
          <Link className="inline-flex min-h-11 shrink-0 items-center font-strong text-accent" href="/secondorder">
            {t('allContracts')}
          </Link>
        </p>
        {results}
      </div>
    </div>
  );
}

function GuardGate({ guard, breakEven, children }: { guard: Guard; breakEven: string; children: ReactNode }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  if (!guard.isOffered) return <Notice tone="warn">{t('notOffered')}</Notice>;
  if (guard.acceptedAt !== null) return children;
  const odds = t('disclosureOdds', { rate: formatPercent(breakEven, { locale, decimals: 1 }) });
  return <Disclosure losers={guard.losingShare} product="option" texts={[t('disclosureLoss'), odds, t('disclosureMeans')]} />;
}

type PriceProps = { market: Market; terms: OptionTerms; ratio: string; stake: string; running: readonly Contract[] };

function LivePrice({ market, terms, ratio, stake, running }: PriceProps) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const ticker = useMarketTicker(market);
  const line = usePriceLine(ticker);
  const { state, ageMs } = useFeedAge(ticker);
  const age = ageMs === null ? '' : formatAge(ageMs, locale);
  const own = running.find((contract) => contract.symbol === market.symbol && contract.strike !== null);
  const gain = own?.profit ?? profitOf(stake, ratio) ?? '0';
  const lost = own?.stake ?? (stake === '' ? '0' : stake.replace(/\.$/, ''));
  return (
    <>
      <div className="flex items-end justify-between gap-3">
        <Price
          className="font-strong text-[1.875rem] leading-tight tracking-tight"
          decimals={decimalsOf(terms.tickSize)}
          locale={locale}
          value={ticker.price}
        />
        <AgeDot label={state === 'fresh' ? age || t('live') : t('delayed', { age })} state={state} />
      </div>
      <PayoutCurve
        direction={own?.direction}
        gain={formatAmount(gain, { locale, sign: 'always' })}
        line={line}
        loss={formatAmount(`-${lost}`, { locale, sign: 'always' })}
        strike={own?.strike == null ? null : Number(own.strike)}
      />
    </>
  );
}
