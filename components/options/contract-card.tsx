'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { subtractDecimals } from '../../lib/rules/decimal';
import { AskSupport } from '@/components/layout/ask-support';
import { directionOf, formatAmount, formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Contract } from '@/lib/dto/options';
import { durationText } from './option-ticket';
import { ProofCheck } from './proof-check';

const REASONS = ['tie', 'no_strike', 'no_delivery'] as const;

/** A settled contract in a list. */
export function ContractCard({ contract }: { contract: Contract }) {
  return (
    <Card>
      <ContractFacts contract={contract} />
    </Card>
  );
}

/** A settled contract with its prices, what it paid, and the proof on request; alone on a sheet it needs no card. */
export function ContractFacts({ contract }: { contract: Contract }) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const [isChecking, setChecking] = useState(false);
  const [base = '', quote = ''] = contract.symbol.split('-');
  const change = subtractDecimals(contract.paid, contract.stake);
  const reason = REASONS.find((one) => one === contract.reason);
  const tone = directionOf(change) > 0 ? 'text-up' : directionOf(change) < 0 ? 'text-down' : '';
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="two-ends items-baseline">
        <b>
          {t(contract.direction)} · {base}/{quote} · {durationText(contract.seconds, t)}
        </b>
        <b className={tone} suppressHydrationWarning>
          {formatAmount(change, { locale, sign: 'always' })} {quote}
        </b>
      </p>
      <p className="two-ends text-ink-2 text-small">
        <span>
          {t(`states.${contract.state}`)}
          {reason === undefined ? '' : ` · ${t(`reasons.${reason}`)}`}
        </span>
        <LocalTime iso={contract.settledAt ?? contract.acceptedAt} locale={locale} />
      </p>
      <Receipt>
        <ReceiptRow label={t('stake')} value={`${formatAmount(contract.stake, { locale })}\u00a0${quote}`} />
        <ReceiptRow label={t('strike')} value={contract.strike === null ? '–' : formatPrice(contract.strike, { locale })} />
        <ReceiptRow label={t('delivery')} value={contract.delivery === null ? '–' : formatPrice(contract.delivery, { locale })} />
        <ReceiptRow isSum label={t('paid')} value={`${formatAmount(contract.paid, { locale })}\u00a0${quote}`} />
      </Receipt>
      {isChecking ? (
        <ProofCheck id={contract.id} />
      ) : (
        <Button onClick={() => setChecking(true)} size="small" variant="soft">
          {t('checkIt')}
        </Button>
      )}
      <AskSupport about="contract" id={contract.id} />
    </div>
  );
}
