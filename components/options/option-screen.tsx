'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { calculateBreakEven } from '../../lib/rules/options';
import { LoadState } from '@/components/layout/load-state';
import { decimalsOf, formatAge, formatAmount, formatPercent, formatPrice } from '@/components/money/format';
import { Price } from '@/components/money/price';
import { AgeDot } from '@/components/ui/age-dot';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Market } from '@/lib/dto/market';
import type { Contract, Guard, OptionTerms } from '@/lib/dto/options';
import { openContractsQuery, optionGuardQuery } from '@/lib/query/queries';
import { useAccountEvents, useFeedAge } from '@/lib/stream/hooks';
import { BreakNotice } from './break-form';
import { Countdown, useTimeLeft } from './countdown';
import { Disclosure } from './disclosure';
import { GuardTest } from './guard-test';
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
            <GuardGate breakEven={calculateBreakEven(ratio)} coin={terms.quote} guard={state}>
              <OptionTicket
                guard={state}
                onSeconds={setSeconds}
                onStake={setStake}
                seconds={seconds}
                stake={stake}
                terms={terms}
                ticker={ticker}
              />
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

type GateProps = { guard: Guard; breakEven: string; coin: string; children: ReactNode };

/** Disclosure, test, break, ticket: the first of them that applies. The exchange checks the same in each purchase. */
function GuardGate({ guard, breakEven, coin, children }: GateProps) {
  const t = useTranslations('Options');
  const locale = useLocale();
  if (!guard.isOffered) return <Notice tone="warn">{t('notOffered')}</Notice>;
  if (guard.acceptedAt === null) {
    const odds = t('disclosureOdds', { rate: formatPercent(breakEven, { locale, decimals: 1 }) });
    return <Disclosure losers={guard.losingShare} product="option" texts={[t('disclosureLoss'), odds, t('disclosureMeans')]} />;
  }
  if (guard.pausedUntil === null && guard.testPassedAt === null) return <GuardTest guard={guard} />;
  return (
    <>
      {guard.pausedUntil === null ? children : <BreakNotice until={guard.pausedUntil} />}
      <LimitsForm coin={coin} guard={guard} />
    </>
  );
}

type PriceProps = { market: Market; terms: OptionTerms; ratio: string; stake: string; running: readonly Contract[] };

function LivePrice({ market, terms, ratio, stake, running }: PriceProps) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const ticker = useMarketTicker(market);
  const line = usePriceLine(ticker);
  const { state, ageMs } = useFeedAge(ticker);
  const age = ageMs === null ? '' : formatAge(ageMs, locale);
  // Of several, the one that ends next.
  const own = running
    .filter((contract) => contract.symbol === market.symbol && contract.deliversAt !== null)
    .sort((a, b) => ((a.deliversAt ?? '') < (b.deliversAt ?? '') ? -1 : 1))[0];
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
        <span className="grid justify-items-end gap-0.5">
          {own === undefined ? null : <OwnCountdown contract={own} />}
          <AgeDot label={state === 'fresh' ? age || t('live') : t('delayed', { age })} state={state} />
        </span>
      </div>
      <PayoutCurve
        direction={own?.direction}
        gain={formatAmount(gain, { locale, sign: 'always' })}
        line={line}
        loss={formatAmount(`-${lost}`, { locale, sign: 'always' })}
        strike={own?.strike == null ? null : Number(own.strike)}
        strikeLabel={
          own?.strike == null ? t('now') : `${t('strike')} ${formatPrice(own.strike, { locale, decimals: decimalsOf(terms.tickSize) })}`
        }
      />
    </>
  );
}

/** The countdown beside the price, so that it is seen without scrolling to the card. */
function OwnCountdown({ contract }: { contract: Contract }) {
  const { leftMs } = useTimeLeft(contract);
  return (
    <b aria-hidden="true" className="text-title tabular-nums">
      <Countdown contract={contract} leftMs={leftMs} />
    </b>
  );
}
