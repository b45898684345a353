'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount } from '@/components/money/format';
import { TicketLine } from '@/components/money/ticket-line';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { useCodeText } from '@/lib/query/use-code-text';
import type { PerpetualTicketState } from './use-ticket';

type Props = { id: string; ticket: PerpetualTicketState; terms: PerpetualMarketTerms; isBlocked: boolean };

/** Fee and margin in one line, or what is missing of the order. */
export function PerpetualTicketLine({ id, ticket, terms, isBlocked }: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const codeText = useCodeText();
  const { preview, problem, quantity, intent } = ticket;
  const why =
    isBlocked || intent !== null
      ? null
      : problem !== null
        ? codeText(problem.code, problem.params)
        : spot(quantity === null ? 'enterAmount' : 'enterPrice');
  return (
    <TicketLine
      id={id}
      result={
        preview === null
          ? null
          : t('lineResult', {
              fee: formatAmount(preview.fee, { locale, decimalsMax: 4 }),
              margin: `${formatAmount(preview.marginAfter, { locale })}\u00a0${terms.quote}`,
            })
      }
      why={why}
    />
  );
}
