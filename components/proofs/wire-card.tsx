'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as proofsApi from '@/lib/api/proofs';
import * as api from '@/lib/api/wires';
import type { Wire } from '@/lib/dto/wires';
import { useWrite } from '@/lib/query/use-write';
import { compareDecimals } from '@/lib/rules/decimal';
import { promiseOf } from '@/lib/rules/promises';
import { WIRE_CANCELLABLE, WIRE_OPTION, WIRES_AT } from '@/lib/rules/wire';
import { PictureField } from '../files/picture-field';
import { DecisionDue } from '../layout/decision-due';
import { WriteNotice } from '../layout/write-notice';
import { formatExact } from '../money/format';
import { LocalTime } from '../money/local-time';
import { RecordLink } from '../money/record-link';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { CopyButton } from '../ui/copy-button';
import { Notice } from '../ui/notice';
import { Receipt, ReceiptRow } from '../ui/receipt';

/** One transfer by bank: where to send it and under which reference while it is open, else what became of it. */
export function WireCard({ wire }: { wire: Wire }) {
  const t = useTranslations('Wires');
  const locale = useLocale();
  const { state, amount, currency, reference, at } = wire;
  const isOpen = state === 'waiting' || state === 'review';
  return (
    <Card className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap justify-between gap-x-4 font-strong">
        <span>
          {formatExact(amount, locale)} {currency}
        </span>
        <span>{t(`states.${state}`)}</span>
      </p>
      <p className="text-ink-2 text-small">
        {reference} · <LocalTime iso={at} locale={locale} />
      </p>
      {isOpen ? null : <Outcome wire={wire} />}
      {state === 'review' ? <Review wire={wire} /> : null}
      {isOpen ? <Instructions wire={wire} /> : null}
      {state === 'waiting' ? <Steps wire={wire} /> : null}
    </Card>
  );
}

function Instructions({ wire }: { wire: Wire }) {
  const t = useTranslations('Wires');
  const common = useTranslations('Common');
  const { bank, reference } = wire;
  const rows = [
    ['reference', reference],
    ['holder', bank.holder],
    ['account', bank.account],
    ['code', bank.code],
    ['bank', bank.name],
    ['country', bank.country],
  ] as const;
  return (
    <>
      {wire.state === 'waiting' ? <Notice tone="warn">{t('referenceNeeded')}</Notice> : null}
      <dl className="grid grid-cols-1 gap-2.5">
        {rows.map(([name, value]) => (
          <div className="grid grid-cols-[minmax(min(100%,7rem),1fr)_auto] content-center gap-x-3" key={name}>
            <dt className="text-ink-2 text-small">{t(name)}</dt>
            <dd className="contents">
              <bdi className="col-start-1 font-strong [overflow-wrap:anywhere]">{value}</bdi>
              <CopyButton
                className="col-start-2 row-span-2 row-start-1 self-center"
                copiedLabel={common('copied')}
                failedLabel={common('copyFailed')}
                label={t('copy')}
                text={value}
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Review({ wire }: { wire: Wire }) {
  const t = useTranslations('Wires');
  return (
    <>
      <p className="text-small">{t('reviewText')}</p>
      <DecisionDue iso={promiseOf('wires', wire.provedAt)} />
    </>
  );
}

function Steps({ wire }: { wire: Wire }) {
  const t = useTranslations('Wires');
  const [picture, setPicture] = useState<string | null>(null);
  const proof = useWrite(proofsApi.proofSubmit, { of: wire.id, lateAt: WIRES_AT });
  const cancel = useWrite(api.wireCancel, { of: wire.id, lateAt: WIRES_AT });
  const input = { option: WIRE_OPTION, amount: wire.amount, hashEnd: wire.reference.slice(-6), picture };
  return (
    <>
      <p className="text-ink-2 text-small">{t('pictureText')}</p>
      <PictureField label={t('picture')} name={`wire-${wire.id}`} onChange={setPicture} value={picture} />
      <WriteNotice hasAgain write={proof} />
      <WriteNotice write={cancel} />
      <Button isBusy={proof.isBusy} onClick={() => proof.send(input, t('sent'))}>
        {t('sent')}
      </Button>
      {WIRE_CANCELLABLE.includes(wire.state) ? (
        <Button isBusy={cancel.isBusy} onClick={() => cancel.send({ id: wire.id }, t('cancel'))} variant="ghost">
          {t('cancel')}
        </Button>
      ) : null}
    </>
  );
}

function Outcome({ wire }: { wire: Wire }) {
  const t = useTranslations('Wires');
  const { state, reason } = wire;
  if (state === 'cancelled') return <p className="text-small">{t('cancelledText')}</p>;
  if (state === 'refused') return <Notice tone="warn">{t(`reasons.${reason ?? 'returned'}`)}</Notice>;
  return (
    <>
      <WireReceipt wire={wire} />
      <RecordLink reference={`wire:${wire.id}`}>{t('toRecord')}</RecordLink>
    </>
  );
}

/** What arrived of a credited transfer, our fee, and what the account received. */
function WireReceipt({ wire }: { wire: Wire }) {
  const t = useTranslations('Wires');
  const locale = useLocale();
  const { amount, arrived, fee, credited, sender, isOtherName, currency, coin } = wire;
  if (arrived === null || fee === null || credited === null) return null;
  const exact = (value: string, unit: string) => `${formatExact(value, locale)}\u00a0${unit}`;
  return (
    <>
      {compareDecimals(arrived, amount) === 0 ? null : <Notice tone="warn">{t('otherAmount', { amount: exact(amount, currency) })}</Notice>}
      {isOtherName ? <Notice tone="warn">{t('otherName')}</Notice> : null}
      <Receipt>
        {sender === null ? null : <ReceiptRow label={t('sender')} value={<bdi>{sender}</bdi>} />}
        <ReceiptRow label={t('arrived')} value={exact(arrived, currency)} />
        <ReceiptRow label={t('fee')} value={exact(fee, coin)} />
        <ReceiptRow isSum label={t('credited')} value={exact(credited, coin)} />
      </Receipt>
    </>
  );
}
