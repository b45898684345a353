'use client';
import { useTranslations } from 'next-intl';
import { Chips } from '@/components/ui/segmented-control';
import { TIMES_IN_FORCE } from '@/lib/protocol/wire';
import type { TicketState } from './use-ticket';

/** How long what isn't filled at once lives. */
export function TicketLifetime({ ticket, isBusy }: { ticket: TicketState; isBusy: boolean }) {
  const t = useTranslations('Spot');
  return (
    <details className="group">
      <summary className="two-ends min-h-11 items-center text-ink-2 text-small">
        <span>{t('timeInForce')}</span>
        <span className="font-strong text-accent">{t(`times.${ticket.timeInForce}`)}</span>
      </summary>
      <Chips
        label={t('timeInForce')}
        onChange={(timeInForce) => ticket.set({ timeInForce })}
        options={TIMES_IN_FORCE.map((value) => ({ value, label: t(`times.${value}`), disabled: isBusy }))}
        value={ticket.timeInForce}
      />
      <p className="pt-1 text-ink-2 text-small">{t(`timesText.${ticket.timeInForce}`)}</p>
    </details>
  );
}
