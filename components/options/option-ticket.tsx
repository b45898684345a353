'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { WriteNotice } from '@/components/layout/write-notice';
import { AmountInput } from '@/components/money/amount-input';
import { formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { TicketLine } from '@/components/money/ticket-line';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Chips, CLOSE_CHIPS } from '@/components/ui/segmented-control';
import { TextButton } from '@/components/ui/text-button';
import type { BuyContractInput, RiskLimits, OptionTerms } from '@/lib/dto/options';
import type { Ticker } from '@/lib/dto/market';
import type { OptionDirection } from '@/lib/protocol/wire';
import { useCodeText } from '@/lib/query/use-code-text';
import { useWrite } from '@/lib/query/use-write';
import { useFeedState } from '@/lib/stream/hooks';
import * as accountApi from '@/lib/api/account';
import * as optionsApi from '@/lib/api/options';
import { useRead } from '@/lib/query/use-read';
import { writeParts } from '@/lib/rules/punctuation';
import { OptionReceipt } from './option-receipt';
import { findStakeProblem, shareOf, STAKE_DECIMALS } from './stake';

type Props = {
  terms: OptionTerms;
  riskLimits: RiskLimits;
  ticker: Ticker;
  seconds: number;
  onSeconds: (seconds: number) => void;
  stake: string;
  onStake: (stake: string) => void;
};

/** Duration, stake, what each result pays, and the two buttons. */
export function OptionTicket({ terms, riskLimits, ticker, seconds, onSeconds, stake, onStake }: Props) {
  const t = useTranslations('Options');
  const write = useTranslations('Write');
  const codeText = useCodeText();
  const lineId = useId();
  const locale = useLocale();
  const buy = useWrite(optionsApi.buyContract, { of: terms.symbol, lateAt: '/secondorder' });
  const { data } = useRead(accountApi.balances, {});
  const available = data?.balances.find(({ asset }) => asset === terms.quote)?.available ?? null;
  const isStale = useFeedState(ticker) !== 'fresh';
  const haltText = ticker.state === 'halted' ? t('halted', { reason: ticker.halt ?? 'other' }) : null;
  const problem = findStakeProblem({ stake, terms, available });
  const isReady = !isStale && problem === null;
  const isUnknown = buy.step === 'unknown';
  const send = (direction: OptionDirection) => {
    if (isUnknown) return buy.again();
    const amount = stake.replace(/\.$/, '');
    const what = writeParts([t(direction), durationText(seconds, t), `${formatExact(amount, locale)}\u00a0${terms.quote}`], locale);
    const ratio = terms.durations.find((one) => one.seconds === seconds)?.ratio;
    buy.send({ symbol: terms.symbol, direction, stake: amount, seconds: seconds as BuyContractInput['seconds'], ratio }, what);
  };
  const sentDirection = buy.sent?.body.direction;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Chips
        className={`gap-1.5! [&>label]:px-3 ${CLOSE_CHIPS}`}
        label={t('duration')}
        onChange={(value) => onSeconds(Number(value))}
        options={terms.durations.map((one) => ({
          value: String(one.seconds),
          label: durationText(one.seconds, t),
          disabled: buy.isLocked,
        }))}
        value={String(seconds)}
      />
      <AmountInput
        after={<Shares available={buy.isLocked ? null : available} max={terms.stakeMax} onPick={onStake} />}
        decimals={STAKE_DECIMALS}
        disabled={buy.isLocked}
        hint={available === null ? undefined : t('available', { amount: formatAmount(available, { locale }), coin: terms.quote })}
        label={t('stakeIn', { coin: terms.quote, min: formatExact(terms.stakeMin, locale), max: formatExact(terms.stakeMax, locale) })}
        locale={locale}
        onChange={onStake}
        value={stake}
      />
      <OptionReceipt riskLimits={riskLimits} seconds={seconds} stake={stake} terms={terms} />
      {isStale ? <Notice tone="warn">{haltText ?? t('feedStale')}</Notice> : null}
      <WriteNotice write={buy} />
      <TicketLine id={lineId} result={null} why={isStale || buy.isLocked || problem === null ? null : codeText(problem)} />
      <div className="side-by-side gap-2.5">
        {(['up', 'down'] as const).map((direction) => (
          <Button
            aria-describedby={lineId}
            disabled={buy.isLocked ? sentDirection !== direction : !isReady}
            isBusy={buy.isBusy && sentDirection === direction}
            key={direction}
            onClick={() => send(direction)}
            variant={direction === 'up' ? 'buy' : 'sell'}
          >
            {isUnknown && sentDirection === direction ? write('sendAgain') : t(direction)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Seconds up to a minute, then minutes. */
export function durationText(seconds: number, t: ReturnType<typeof useTranslations<'Options'>>): string {
  return seconds > 60 ? t('minutes', { count: seconds / 60 }) : t('seconds', { count: seconds });
}

function Shares({ available, max, onPick }: { available: string | null; max: string; onPick: (stake: string) => void }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      {([25, 50, 100] as const).map((percent) => (
        <TextButton
          disabled={available === null}
          key={percent}
          onPress={() => available !== null && onPick(shareOf({ available, percent, max }))}
          text={percent === 100 ? t('max') : formatPercent(String(percent / 100), { locale, decimals: 0 })}
        />
      ))}
    </span>
  );
}
