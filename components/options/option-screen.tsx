'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { calculateBreakEven } from '../../lib/rules/options';
import { LoadState } from '@/components/layout/load-state';
import { decimalsOf, formatAge, formatAmount, formatPercent, formatPrice } from '@/components/money/format';
import { Price } from '@/components/money/price';
import { FreshnessDot } from '@/components/ui/freshness-dot';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import type { Market } from '@/lib/dto/market';
import type { Contract, RiskLimits, OptionTerms } from '@/lib/dto/options';
import { useAccountEvents, useFeedAge } from '@/lib/stream/hooks';
import * as optionsApi from '@/lib/api/options';
import * as riskLimitsApi from '@/lib/api/risk-limits';
import { useRead } from '@/lib/query/use-read';
import { ContractResult } from './contract-result';
import { Countdown, useTimeLeft } from './countdown';
import { CountdownRing } from './countdown-ring';
import { OptionTicket } from './option-ticket';
import { PayoutCurve } from './payout-curve';
import { RiskGate } from './risk-gate';
import { RunningContract } from './running-contract';
import { pickSeconds, profitOf } from './stake';
import { useMarketTicker, usePriceLine } from './use-price-line';

const FIRST_STAKE = '100';

/** `results` are the newest settled ones, `kinds` the ways to trade this coin, a slot of the market domain. */
type ScreenProps = { market: Market; terms: OptionTerms; results: ReactNode; kinds: ReactNode };

/** The ticket for seconds contracts with the price it is about, and what runs now. `results` are the newest settled ones. */
export function OptionScreen({ market, terms, results, kinds }: ScreenProps) {
  const t = useTranslations('Options');
  useAccountEvents();
  const riskLimits = useRead(riskLimitsApi.riskLimits, { product: 'option' });
  const running = useRead(optionsApi.contracts, { state: 'open' });
  const [chosen, setSeconds] = useState<number | null>(null);
  const seconds = pickSeconds(terms, chosen);
  const [stake, setStake] = useState(FIRST_STAKE);
  const ratio = terms.durations.find((one) => one.seconds === seconds)?.ratio ?? '0';
  const ticker = useMarketTicker(market);
  const contracts = running.data?.contracts ?? [];
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-x-10">
      <div className="grid grid-cols-1 content-start gap-3">
        {kinds}
        <LivePrice market={market} ratio={ratio} running={contracts} stake={stake} terms={terms} />
        <LoadState query={riskLimits} skeleton={<SkeletonRows count={3} label={t('loading')} />}>
          {(state) => (
            <OptionGate breakEven={calculateBreakEven(ratio)} coin={terms.quote} riskLimits={state}>
              <OptionTicket
                riskLimits={state}
                onSeconds={setSeconds}
                onStake={setStake}
                seconds={seconds}
                stake={stake}
                terms={terms}
                ticker={ticker}
              />
            </OptionGate>
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
        <p className="two-ends min-h-11 items-center text-ink-2 text-small">
          {t('settledBy')}
          <Link className="inline-flex min-h-11 items-center font-strong text-accent" href="/secondorder">
            {t('allContracts')}
          </Link>
        </p>
        {results}
      </div>
      <ContractResult running={running.data?.contracts} />
    </div>
  );
}

type GateProps = { riskLimits: RiskLimits; breakEven: string; coin: string; children: ReactNode };

function OptionGate({ riskLimits, breakEven, coin, children }: GateProps) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const odds = t('disclosureOdds', { rate: formatPercent(breakEven, { locale, decimals: 1 }) });
  return (
    <RiskGate
      coin={coin}
      disclosure={[t('disclosureLoss'), odds, t('disclosureMeans')]}
      riskLimits={riskLimits}
      notOffered={t('notOffered')}
      product="option"
      questions={[t('test1'), t('test2'), t('test3'), t('test4'), t('test5')]}
    >
      {children}
    </RiskGate>
  );
}

type PriceProps = { market: Market; terms: OptionTerms; ratio: string; stake: string; running: readonly Contract[] };

function LivePrice({ market, terms, ratio, stake, running }: PriceProps) {
  const t = useTranslations('Options');
  const money = useTranslations('Money');
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
      <div className="two-ends items-end">
        <Price
          className="font-strong text-[length:min(1.875rem,11vw)] leading-tight tracking-tight"
          decimals={decimalsOf(terms.tickSize)}
          locale={locale}
          value={ticker.price}
        />
        <span className="grid justify-items-end gap-0.5">
          {own === undefined ? null : <OwnCountdown contract={own} />}
          <FreshnessDot
            label={state === 'fresh' ? age || t('live') : state === 'halted' ? money('halted') : t('delayed', { age })}
            state={state}
          />
        </span>
      </div>
      <PayoutCurve
        direction={own?.direction}
        isRunning={own?.strike != null}
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
  const { leftMs, doneShare } = useTimeLeft(contract);
  return (
    <CountdownRing leftShare={1 - doneShare}>
      <Countdown contract={contract} isShort leftMs={leftMs} />
    </CountdownRing>
  );
}
