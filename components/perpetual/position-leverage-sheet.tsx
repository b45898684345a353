'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import { showToast } from '@/components/ui/toast';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import { perpetualOpenQuery } from '@/lib/query/perpetual-queries';
import { subtractDecimals } from '@/lib/rules/decimal';
import { BeforeAfter } from './before-after';
import { findLeverageProblem } from './find-problem';
import { HIGH_LEVERAGE, LeverageChoice } from './leverage-choice';
import { liquidationWith, previewLeverage, toUnits } from './perpetual.math';
import { TaskFoot } from './task-foot';
import { useLiveMark, useSetLeverage } from './use-perpetual';

type Props = { position: Position; terms: PerpetualMarketTerms; isOpen: boolean; onClose: () => void };

/** Gives an open position another leverage, with margin, liquidation price and available balance before and after. */
export function PositionLeverageSheet(props: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  return (
    <Sheet closeLabel={spot('close')} isOpen={props.isOpen} onClose={props.onClose} title={t('positionLeverageTitle')}>
      <LeverageForm {...props} />
    </Sheet>
  );
}

function LeverageForm({ position, terms, onClose }: Props) {
  const t = useTranslations('Perpetual');
  const wallet = useTranslations('Wallet');
  const locale = useLocale();
  const errors = useTranslations('Errors');
  const set = useSetLeverage();
  const mark = useLiveMark(position.symbol);
  const available = useQuery(perpetualOpenQuery(position.symbol)).data?.available ?? null;
  const [leverage, setLeverage] = useState(position.leverage);
  const isSame = leverage === position.leverage;
  const after = mark === undefined || isSame ? null : previewLeverage(position, leverage, mark);
  const problem = after === null || mark === undefined ? null : findLeverageProblem({ position, terms, leverage, mark, available, after });
  const money = (value: string) => formatAmount(value, { locale });
  const price = (value: string | null) =>
    value === null ? t('none') : formatPrice(value, { locale, decimals: decimalsOf(terms.tickSize) });
  const send = () =>
    set.mutate(
      { positionId: position.id, leverage },
      {
        onSuccess: () => {
          showToast(t('positionLeverageSet', { leverage }));
          onClose();
        },
      },
    );
  return (
    <div className="grid gap-3">
      <p className="text-ink-2 text-small">{t('positionLeverageText')}</p>
      <LeverageChoice isBusy={set.isPending} onChange={setLeverage} terms={terms} value={leverage} />
      <div aria-live="polite">
        <Receipt>
          <ReceiptRow
            label={t('margin')}
            value={<BeforeAfter after={after === null ? null : money(after.margin)} before={money(position.margin)} unit={terms.quote} />}
          />
          <ReceiptRow
            label={t('liquidation')}
            value={
              <BeforeAfter
                after={after === null ? null : price(liquidationWith(position, toUnits(after.margin), terms))}
                before={price(position.liquidationPrice)}
              />
            }
          />
          <ReceiptRow
            isSum
            label={wallet('available')}
            value={
              <BeforeAfter
                after={after === null || available === null || problem !== null ? null : money(subtractDecimals(available, after.move))}
                before={available === null ? null : money(available)}
                unit={terms.quote}
              />
            }
          />
        </Receipt>
      </div>
      {problem === null || after === null ? null : (
        <Notice isAlert tone="danger">
          {problem === 'INSUFFICIENT_BALANCE'
            ? t('positionLeverageNeeds', { amount: `${money(after.move)} ${terms.quote}` })
            : errors(problem)}
        </Notice>
      )}
      {leverage > HIGH_LEVERAGE ? <Notice tone="warn">{t('leverageHigh')}</Notice> : null}
      <TaskFoot
        error={set.error}
        isPending={set.isPending}
        isReady={after !== null && problem === null}
        label={t('leverageUse', { leverage })}
        onSend={send}
      />
    </div>
  );
}
