'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact } from '@/components/money/format';
import { TicketLine } from '@/components/money/ticket-line';
import type { MarketRules } from '@/lib/dto/market';
import { useCodeText } from '@/lib/query/use-code-text';
import type { TicketState } from './use-ticket';

/** Fee and result in one line, or what is missing of the order. */
export function SpotTicketLine({ id, ticket, rules, isStale }: { id: string; ticket: TicketState; rules: MarketRules; isStale: boolean }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const codeText = useCodeText();
  const { preview, problem, quantity, intent } = ticket;
  const receives = ticket.side === 'buy' ? rules.base : rules.quote;
  const why =
    isStale || intent !== null
      ? null
      : problem !== null
        ? codeText(problem.code, problem.params)
        : quantity === null
          ? t('enterAmount')
          : t('enterPrice');
  // The line may break, the sign stays with its figure and the figure with its coin.
  const about = preview?.isEstimate ? '≈\u00a0' : '';
  return (
    <TicketLine
      id={id}
      result={
        preview === null
          ? null
          : t('lineResult', {
              fee: `${about}${formatExact(preview.fee, locale)}`,
              result: `${about}${formatExact(preview.receive, locale)}\u00a0${receives}`,
            })
      }
      why={why}
    />
  );
}
