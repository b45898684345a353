'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { StepUpParams } from '@/lib/dto/step-up';
import { STEP_UP_WAYS, SUBJECT_FIELDS, type StepUpSubject, type StepUpWay } from '@/lib/rules/step-up';
import { Notice } from '../ui/notice';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { SegmentedControl } from '../ui/segmented-control';
import { Sheet } from '../ui/sheet';
import { StepUpCode } from './step-up-code';
import { StepUpPasskey } from './step-up-passkey';
import { StepUpWallet } from './step-up-wallet';

type Props = { asked: StepUpParams; onEnd: (isProved: boolean) => void };

/** Has the user confirm one act: says what it is about, and offers the ways that this user has. */
export function StepUpSheet({ asked, onEnd }: Props) {
  const t = useTranslations('StepUp');
  const names = asked.ways.split(',');
  const ways = STEP_UP_WAYS.filter((way) => names.includes(way));
  const [chosen, setChosen] = useState<StepUpWay | null>(ways[0] ?? null);
  const subject = readSubject(asked.ticket);
  const said = SUBJECT_FIELDS.filter((field) => subject[field] !== undefined);
  return (
    <Sheet closeLabel={t('close')} isOpen onClose={() => onEnd(false)} title={t('title')}>
      <p className="text-ink-2">{t(`acts.${asked.act}`)}</p>
      {said.length > 0 ? (
        <Receipt>
          {said.map((field) => (
            <ReceiptRow
              key={field}
              label={t(`subject.${field}`)}
              value={<bdi className="block text-balance break-all">{subject[field]}</bdi>}
            />
          ))}
        </Receipt>
      ) : null}
      {ways.length > 1 && chosen !== null ? (
        <SegmentedControl
          label={t('choose')}
          onChange={setChosen}
          options={ways.map((way) => ({ value: way, label: t(`ways.${way}`) }))}
          value={chosen}
        />
      ) : null}
      <Proof onProved={() => onEnd(true)} ticket={asked.ticket} way={chosen} />
    </Sheet>
  );
}

function Proof({ way, ...rest }: { way: StepUpWay | null; ticket: string; onProved: () => void }) {
  const t = useTranslations('StepUp');
  if (way === 'passkey') return <StepUpPasskey {...rest} />;
  if (way === 'wallet') return <StepUpWallet {...rest} />;
  if (way === 'mail' || way === 'totp' || way === 'recovery') return <StepUpCode {...rest} key={way} way={way} />;
  return <Notice tone="warn">{t('noWays')}</Notice>;
}

/** What the exchange says that the act is about. The exchange alone reads the rest of the ticket. */
function readSubject(ticket: string): StepUpSubject {
  try {
    const bytes = Uint8Array.from(atob((ticket.split('.')[0] ?? '').replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    const { subject } = JSON.parse(new TextDecoder().decode(bytes)) as { subject?: StepUpSubject };
    return subject ?? {};
  } catch (broken) {
    if (broken instanceof SyntaxError || broken instanceof DOMException) return {};
    throw broken;
  }
}
