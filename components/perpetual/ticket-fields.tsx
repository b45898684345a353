'use client';
import { useCodeText } from '@/lib/query/use-code-text';
import { useLocale, useTranslations } from 'next-intl';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf, formatAmount, formatExact } from '@/components/money/format';
import { ShareButtons } from '@/components/money/share-buttons';
import { Chips } from '@/components/ui/segmented-control';
import { TextButton } from '@/components/ui/text-button';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { ORDER_KINDS, TIMES_IN_FORCE } from '@/lib/protocol/wire';

import type { PerpetualField } from './find-problem';
import { TriggerFields } from './trigger-fields';
import type { PerpetualTicketState } from './use-ticket';

const QUOTE_DECIMALS = 2;

type Props = { ticket: PerpetualTicketState; terms: PerpetualMarketTerms; isBusy: boolean };

/** Kind, price, amount in either coin, take-profit and stop-loss, and how the order behaves. */
export function PerpetualFields({ ticket, terms, isBusy }: Props) {
  const t = useTranslations('Spot');
  const codeText = useCodeText();
  const locale = useLocale();
  const problemText = (field: PerpetualField) =>
    ticket.problem?.field === field ? codeText(ticket.problem.code, ticket.problem.params) : null;
  return (
    <>
      <Chips
        label={t('kind')}
        onChange={ticket.setKind}
        options={ORDER_KINDS.map((value) => ({ value, label: t(`kinds.${value}`), disabled: isBusy }))}
        value={ticket.kind}
      />
      {ticket.kind === 'limit' ? (
        <AmountInput
          after={
            <span className="flex flex-wrap justify-end gap-x-3">
              <BestButton
                label={ticket.side === 'long' ? t('bestBid') : t('bestAsk')}
                onPick={ticket.setPrice}
                price={isBusy ? null : ticket.own}
              />
              <BestButton
                label={ticket.side === 'long' ? t('bestAsk') : t('bestBid')}
                onPick={ticket.setPrice}
                price={isBusy ? null : ticket.opposite}
              />
            </span>
          }
          decimals={decimalsOf(terms.tickSize)}
          decimalsAtRest={decimalsOf(terms.tickSize)}
          disabled={isBusy}
          error={problemText('price')}
          label={t('priceIn', { coin: terms.quote })}
          locale={locale}
          onChange={ticket.setPrice}
          value={ticket.price}
        />
      ) : null}
      <Amount error={problemText('quantity')} isBusy={isBusy} terms={terms} ticket={ticket} />
      <ShareButtons disabled={isBusy || ticket.available === null} label={t('share')} locale={locale} onPick={ticket.fillPercent} />
      <Switches isBusy={isBusy} ticket={ticket} />
      {ticket.hasTriggers && !ticket.isReduceOnly ? (
        <TriggerFields
          isBusy={isBusy}
          problem={ticket.problem}
          setStopLoss={ticket.setStopLoss}
          setTakeProfit={ticket.setTakeProfit}
          stopLoss={ticket.stopLoss}
          takeProfit={ticket.takeProfit}
          terms={terms}
        />
      ) : null}
      {ticket.kind === 'limit' ? (
        <details>
          <summary className="two-ends min-h-11 items-center text-ink-2 text-small">
            <span>{t('timeInForce')}</span>
            <span className="font-strong text-accent">{t(`times.${ticket.timeInForce}`)}</span>
          </summary>
          <Chips
            label={t('timeInForce')}
            onChange={ticket.setTimeInForce}
            options={TIMES_IN_FORCE.map((value) => ({ value, label: t(`times.${value}`), disabled: isBusy }))}
            value={ticket.timeInForce}
          />
          <p className="pt-1 text-ink-2 text-small">{t(`timesText.${ticket.timeInForce}`)}</p>
        </details>
      ) : null}
    </>
  );
}

function Amount({ ticket, terms, isBusy, error }: Props & { error: string | null }) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const isBase = ticket.unit === 'base';
  const [coin, other] = isBase ? [terms.base, terms.quote] : [terms.quote, terms.base];
  const available = ticket.available === null ? '…' : formatAmount(ticket.available, { locale });
  return (
    <AmountInput
      after={
        <TextButton
          disabled={isBusy}
          label={spot('enterIn', { coin: other })}
          onPress={() => {
            ticket.setUnit(isBase ? 'quote' : 'base');
            ticket.setAmount('');
          }}
          text={`⇄ ${other}`}
        />
      }
      decimals={isBase ? decimalsOf(terms.stepSize) : QUOTE_DECIMALS}
      disabled={isBusy}
      error={error}
      hint={isBase || ticket.quantity === null ? undefined : `= ${formatExact(ticket.quantity, locale)}\u00a0${terms.base}`}
      label={t('amountIn', { coin, available, quote: terms.quote })}
      locale={locale}
      onChange={ticket.setAmount}
      value={ticket.amount}
    />
  );
}

function Switches({ ticket, isBusy }: { ticket: PerpetualTicketState; isBusy: boolean }) {
  const t = useTranslations('Perpetual');
  return (
    <div className="flex flex-wrap gap-x-5">
      <Check
        isOn={ticket.hasTriggers && !ticket.isReduceOnly}
        isBusy={isBusy || ticket.isReduceOnly}
        label={t('triggers')}
        onChange={ticket.setTriggers}
      />
      <Check isBusy={isBusy} isOn={ticket.isReduceOnly} label={t('reduceOnly')} onChange={ticket.setReduceOnly} />
    </div>
  );
}

function Check({ label, isOn, isBusy, onChange }: { label: string; isOn: boolean; isBusy: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 text-small has-disabled:opacity-50">
      <input
        checked={isOn}
        className="size-5 accent-[var(--accent)]"
        disabled={isBusy}
        onChange={(event) => onChange(event.target.checked)}
        type="checkbox"
      />
      {label}
    </label>
  );
}

function BestButton({ label, price, onPick }: { label: string; price: string | null; onPick: (price: string) => void }) {
  return <TextButton disabled={price === null} onPress={() => price !== null && onPick(price)} text={label} />;
}
