'use client';
import { useHaltText } from '@/components/money/use-halt-text';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { AmountInput } from '@/components/money/amount-input';
import { formatAmount, formatExact } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Chips } from '@/components/ui/segmented-control';
import { TextButton } from '@/components/ui/text-button';
import type { BuyContractInput, Guard, OptionTerms } from '@/lib/dto/options';
import type { Ticker } from '@/lib/dto/market';
import type { OptionDirection } from '@/lib/protocol/wire';
import { balancesQuery } from '@/lib/query/queries';
import { useErrorText } from '@/lib/query/use-error-text';
import { isOutcomeUnknown } from '@/lib/query/use-intent';
import { useSendOnce } from '@/lib/query/use-send-once';
import { useFeedState } from '@/lib/stream/hooks';
import { OptionReceipt } from './option-receipt';
import { canStake, shareOf, STAKE_DECIMALS } from './stake';
import { useBuyContract } from './use-contracts';

type Props = {
  terms: OptionTerms;
  guard: Guard;
  ticker: Ticker;
  seconds: number;
  onSeconds: (seconds: number) => void;
  stake: string;
  onStake: (stake: string) => void;
};

/** Duration, stake, what each result pays, and the two buttons. */
export function OptionTicket({ terms, guard, ticker, seconds, onSeconds, stake, onStake }: Props) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const errorText = useErrorText();
  const buy = useBuyContract();
  const { data } = useQuery(balancesQuery());
  const available = data?.balances.find(({ asset }) => asset === terms.quote)?.available ?? null;
  const isStale = useFeedState(ticker) !== 'fresh';
  const haltText = useHaltText(ticker);
  const sendOnce = useSendOnce(buy);
  const isReady = !isStale && canStake({ stake, terms, available });
  const send = (direction: OptionDirection) =>
    sendOnce({ symbol: terms.symbol, direction, stake: stake.replace(/\.$/, ''), seconds: seconds as BuyContractInput['seconds'] });
  return (
    <div className="grid grid-cols-1 gap-3">
      <Chips
        label={t('duration')}
        onChange={(value) => onSeconds(Number(value))}
        options={terms.durations.map((one) => ({ value: String(one.seconds), label: durationText(one.seconds, t) }))}
        value={String(seconds)}
      />
      <AmountInput
        after={<Shares available={available} max={terms.stakeMax} onPick={onStake} />}
        decimals={STAKE_DECIMALS}
        disabled={buy.isPending}
        hint={available === null ? undefined : t('available', { amount: formatAmount(available, { locale }), coin: terms.quote })}
        label={t('stakeIn', { coin: terms.quote, min: formatExact(terms.stakeMin, locale), max: formatExact(terms.stakeMax, locale) })}
        locale={locale}
        onChange={onStake}
        value={stake}
      />
      <OptionReceipt guard={guard} seconds={seconds} stake={stake} terms={terms} />
      {isStale ? <Notice tone="warn">{haltText ?? t('feedStale')}</Notice> : null}
      {buy.error === null ? null : (
        <Notice isAlert tone={isOutcomeUnknown(buy.error) ? 'warn' : 'danger'}>
          {isOutcomeUnknown(buy.error) ? t('outcomeUnknown') : errorText(buy.error)}
        </Notice>
      )}
      <div className="side-by-side gap-2.5">
        <Button disabled={!isReady} isBusy={buy.isPending && buy.variables?.direction === 'up'} onClick={() => send('up')} variant="buy">
          {t('up')}
        </Button>
        <Button
          disabled={!isReady}
          isBusy={buy.isPending && buy.variables?.direction === 'down'}
          onClick={() => send('down')}
          variant="sell"
        >
          {t('down')}
        </Button>
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
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      {([25, 50, 100] as const).map((percent) => (
        <TextButton
          disabled={available === null}
          key={percent}
          onPress={() => available !== null && onPick(shareOf({ available, percent, max }))}
          text={percent === 100 ? t('max') : `${percent}%`}
        />
      ))}
    </span>
  );
}
