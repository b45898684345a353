'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/wires';
import type { WireTerms } from '@/lib/dto/wires';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { compareDecimals } from '@/lib/rules/decimal';
import { writeAside } from '@/lib/rules/punctuation';
import { orderWires, previewWire, WIRES_AT } from '@/lib/rules/wire';
import { LoadState } from '../layout/load-state';
import { useMember } from '../layout/member-context';
import { OtherAccount } from '../layout/other-account';
import { FormFooter } from '../layout/form-footer';
import { AmountInput } from '../money/amount-input';
import { formatExact, formatPercent } from '../money/format';
import { EmptyState } from '../ui/empty-state';
import { Notice } from '../ui/notice';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { SkeletonRows } from '../ui/skeleton';
import { WireCard } from './wire-card';

const CENTS = 2;
/** What operators decide is looked after while the screen is open. */
const LOOK_MS = 10_000;

/** Money in by bank: a reference for a new transfer, and what became of each. */
export function WireScreen() {
  const t = useTranslations('Wires');
  const { mode } = useMember();
  const query = useRead(api.wires, {}, { enabled: mode === 'real', everyMs: LOOK_MS });
  if (mode !== 'real') return <OtherAccount mode="real">{t('demo')}</OtherAccount>;
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
      {({ terms, wires }) => (
        <div className="grid grid-cols-1 gap-8">
          {terms === null ? (
            <EmptyState icon="info" text={t('notOfferedText')} title={t('notOffered')} />
          ) : (
            <WireForm isAside={wires.some(({ state }) => state === 'waiting')} terms={terms} />
          )}
          {wires.length === 0 ? null : (
            <section className="grid grid-cols-1 gap-3">
              <h2 className="text-title">{t('list')}</h2>
              {orderWires(wires).map((wire) => (
                <WireCard key={wire.id} wire={wire} />
              ))}
            </section>
          )}
        </div>
      )}
    </LoadState>
  );
}

/** `isAside` where a transfer waits for its money: what it needs is the main thing then. */
function WireForm({ terms, isAside }: { terms: WireTerms; isAside: boolean }) {
  const t = useTranslations('Wires');
  const locale = useLocale();
  const { currency, coin, feeRate, min, max } = terms;
  const [amount, setAmount] = useState('');
  const [isWrong, setWrong] = useState(false);
  const write = useWrite(api.wireStart, { lateAt: WIRES_AT, onDone: () => setAmount('') });
  const preview = previewWire(feeRate, amount.replace(/\.$/, ''));
  const isWithin = preview !== null && compareDecimals(preview.arrived, min) >= 0 && compareDecimals(preview.arrived, max) <= 0;
  const exact = (value: string, unit: string) => `${formatExact(value, locale)}\u00a0${unit}`;
  const bounds = { min: formatExact(min, locale), max: formatExact(max, locale), currency };
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!isWithin);
        if (isWithin && preview !== null) write.send({ amount: preview.arrived }, t('start'));
      }}
    >
      <p className="text-ink-2">{t('lead', { currency, coin })}</p>
      <Notice>{t('own')}</Notice>
      <AmountInput
        decimals={CENTS}
        disabled={write.isLocked}
        error={isWrong && !isWithin ? t('amountWrong', bounds) : null}
        hint={t('bounds', bounds)}
        label={t('amount', { currency })}
        locale={locale}
        name="amount"
        onChange={setAmount}
        value={amount}
      />
      {preview === null || !isWithin ? null : (
        <Receipt>
          <ReceiptRow label={t('sends')} value={exact(preview.arrived, currency)} />
          <ReceiptRow
            label={writeAside(t('fee'), formatPercent(feeRate, { locale, decimals: CENTS }), locale)}
            value={exact(preview.fee, coin)}
          />
          <ReceiptRow isSum label={t('credited')} value={exact(preview.credited, coin)} />
        </Receipt>
      )}
      {write.step === 'done' ? <Notice isAlert>{t('started')}</Notice> : null}
      <FormFooter label={t('start')} variant={isAside ? 'ghost' : 'action'} write={write} />
    </form>
  );
}
