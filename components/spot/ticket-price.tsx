'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf } from '@/components/money/format';
import { TextButton } from '@/components/ui/text-button';
import type { MarketRules } from '@/lib/dto/market';
import type { TicketState } from './use-ticket';
import { useProblemText } from './use-problem-text';

/** The limit price, with the best prices of both sides one tap away. */
export function TicketPrice({ ticket, rules, isBusy }: { ticket: TicketState; rules: MarketRules; isBusy: boolean }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const problemText = useProblemText(ticket.problem);
  const [own, other] = ticket.side === 'buy' ? ([ticket.bestBid, ticket.bestAsk] as const) : ([ticket.bestAsk, ticket.bestBid] as const);
  const [ownLabel, otherLabel] = ticket.side === 'buy' ? [t('bestBid'), t('bestAsk')] : [t('bestAsk'), t('bestBid')];
  const pick = (price: string | null) => price !== null && ticket.set({ price });
  return (
    <AmountInput
      after={
        <span className="flex flex-wrap justify-end gap-x-3">
          <TextButton disabled={isBusy || own === null} onPress={() => pick(own)} text={ownLabel} />
          <TextButton disabled={isBusy || other === null} onPress={() => pick(other)} text={otherLabel} />
        </span>
      }
      decimals={decimalsOf(rules.tickSize)}
      decimalsAtRest={decimalsOf(rules.tickSize)}
      disabled={isBusy}
      error={problemText('price')}
      label={t('priceIn', { coin: rules.quote })}
      locale={locale}
      onChange={(price) => ticket.set({ price })}
      value={ticket.price}
    />
  );
}
