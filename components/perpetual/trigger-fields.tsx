'use client';
import { useCodeText } from '@/lib/query/use-code-text';
import { useLocale, useTranslations } from 'next-intl';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf } from '@/components/money/format';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import type { PerpetualProblem } from './find-problem';

type Props = {
  terms: Pick<PerpetualMarketTerms, 'tickSize' | 'quote'>;
  takeProfit: string;
  setTakeProfit: (price: string) => void;
  stopLoss: string;
  setStopLoss: (price: string) => void;
  problem: PerpetualProblem | null;
  isBusy: boolean;
};

/** Prices of take-profit and stop-loss; an empty field is none. */
export function TriggerFields({ terms, problem, isBusy, ...values }: Props) {
  const t = useTranslations('Perpetual');
  const codeText = useCodeText();
  const locale = useLocale();
  const decimals = decimalsOf(terms.tickSize);
  const field = (name: 'takeProfit' | 'stopLoss', onChange: (price: string) => void) => (
    <AmountInput
      decimals={decimals}
      decimalsAtRest={decimals}
      disabled={isBusy}
      error={problem?.field === name ? codeText(problem.code, problem.params) : null}
      label={t(`${name}In`, { coin: terms.quote })}
      locale={locale}
      onChange={onChange}
      placeholder="–"
      value={values[name]}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-2.5">
      {field('takeProfit', values.setTakeProfit)}
      {field('stopLoss', values.setStopLoss)}
    </div>
  );
}
