'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { readPrintPrice } from '../../lib/rules/options';
import { LoadState } from '@/components/layout/load-state';
import { formatPrice } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Proof } from '@/lib/dto/options';
import { proofQuery } from '@/lib/query/queries';
import { type CheckedProof, checkProof } from './check-proof';

const HASH_SHOWN = 10;

/** Reads the prints of a contract and recomputes its result here, in the browser. */
export function ProofCheck({ id }: { id: string }) {
  const t = useTranslations('Options');
  const query = useQuery(proofQuery(id));
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
  const strikePrint = proof.prints.find(({ seq }) => seq === checked.strikeSeq);
  return (
    <div className="grid gap-2">
      <p className="font-strong text-small" role="status">
        {t('proofGood')}
      </p>
      <ul className="grid gap-1.5 text-small">
        {strikePrint === undefined ? null : <PrintRow label={t('purchasePrint')} print={strikePrint} symbol={proof.contract.symbol} />}
        {checked.used.map((print) => (
          <PrintRow key={print.seq} label={t('print', { seq: print.seq })} print={print} symbol={proof.contract.symbol} />
        ))}
      </ul>
      <p className="text-ink-2 text-small">{t('proofText')}</p>
    </div>
  );
}

function PrintRow({ print, symbol, label }: { print: Proof['prints'][number]; symbol: string; label: string }) {
  const locale = useLocale();
  const price = readPrintPrice(print.prices, symbol);
  return (
    <li className="border-line border-b pb-1.5">
      <span className="flex justify-between gap-3">
        <span>{label}</span>
        <b suppressHydrationWarning>{price === null ? '–' : formatPrice(price, { locale })}</b>
      </span>
      <span className="flex justify-between gap-3 text-ink-3 text-micro">
        <LocalTime iso={new Date(print.time).toISOString()} locale={locale} style="clock" />
        <code title={print.hash}>{print.hash.slice(0, HASH_SHOWN)}</code>
      </span>
    </li>
  );
}
