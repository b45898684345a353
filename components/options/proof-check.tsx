'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { readPrintPrice } from '../../lib/rules/options';
import { LoadState } from '@/components/layout/load-state';
import { formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Proof } from '@/lib/dto/options';
import * as optionsApi from '@/lib/api/options';
import { useRead } from '@/lib/query/use-read';
import { type CheckedProof, checkProof, findLeftOut } from './check-proof';

const HASH_SHOWN = 10;

/** Reads the prints of a contract and recomputes its result here, in the browser. */
export function ProofCheck({ id }: { id: string }) {
  const t = useTranslations('Options');
  const query = useRead(optionsApi.optionProof, { id });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('checking')} />}>
      {(proof) => <Checked proof={proof} />}
    </LoadState>
  );
}

function Checked({ proof }: { proof: Proof }) {
  const t = useTranslations('Options');
  const [checked, setChecked] = useState<CheckedProof | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void checkProof(proof).then((found) => {
      if (isCurrent) setChecked(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [proof]);
  if (checked === null) return <SkeletonRows count={2} label={t('checking')} />;
  if (checked.verdict === 'bad') {
    return (
      <Notice isAlert tone="danger">
        {t('proofBad', { fault: checked.fault })}
      </Notice>
    );
  }
  if (checked.verdict === 'none') return <Notice>{t('proofNone')}</Notice>;
  const leftOut = findLeftOut(checked.used, proof.contract.symbol);
  const strikePrint = proof.prints.find(({ seq }) => seq === checked.strikeSeq);
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex items-start gap-2 font-strong text-small" role="status">
        <span className="mt-px shrink-0 text-up">
          <Icon name="check" size={18} />
        </span>
        {t('proofGood')}
      </p>
      <ul className="grid grid-cols-1 gap-1.5 text-small">
        {strikePrint === undefined ? null : <PrintRow label={t('purchasePrint')} print={strikePrint} symbol={proof.contract.symbol} />}
        {checked.used.map((print) => (
          <PrintRow
            isLeftOut={leftOut.has(print.seq)}
            key={print.seq}
            label={t('print', { seq: print.seq })}
            print={print}
            symbol={proof.contract.symbol}
          />
        ))}
      </ul>
      <p className="text-ink-2 text-small">{t('proofText')}</p>
    </div>
  );
}

type RowProps = { print: Proof['prints'][number]; symbol: string; label: string; isLeftOut?: boolean };

function PrintRow({ print, symbol, label, isLeftOut = false }: RowProps) {
  const t = useTranslations('Options');
  const locale = useLocale();
  const price = readPrintPrice(print.prices, symbol);
  return (
    <li className="border-line border-b pb-1.5">
      <span className="two-ends">
        <span>{isLeftOut ? `${label} · ${t('leftOut')}` : label}</span>
        <b className={isLeftOut ? 'font-plain text-ink-2 line-through' : ''} suppressHydrationWarning>
          {price === null ? '–' : formatPrice(price, { locale })}
        </b>
      </span>
      <span className="two-ends text-ink-3 text-micro">
        <LocalTime iso={new Date(print.time).toISOString()} locale={locale} style="clock" />
        <code title={print.hash}>{print.hash.slice(0, HASH_SHOWN)}</code>
      </span>
    </li>
  );
}
