'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { WriteNotice } from '@/components/layout/write-notice';
import { formatDuration } from '@/components/money/duration';
import { useLocalTime } from '@/components/money/use-local-time';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { SubmitButton } from '@/components/ui/submit-button';
import { Icon } from '@/components/ui/icon';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TextButton } from '@/components/ui/text-button';
import * as api from '@/lib/api/withdrawals';
import type { KeptAddress, WithdrawalTerms } from '@/lib/dto/withdrawals';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { guessNetwork, trimAddress } from '@/lib/rules/address-shape';
import { writeFact } from '@/lib/rules/punctuation';
import { ADDRESS_NAME_LENGTH_MAX } from '@/lib/rules/withdrawals';

type Props = { terms: WithdrawalTerms; address: string; onUse: (kept: KeptAddress) => void };

/** Addresses by name, and the mode in which nothing goes anywhere else. */
export function AddressBook({ terms, address, onUse }: Props) {
  const t = useTranslations('Withdrawals');
  const query = useRead(api.addressBook, {});
  return (
    <details className="group rounded-card bg-surface-1 px-4.5 py-2">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 font-strong">
        {t('book.title')}
        <span className="text-ink-3 group-open:rotate-90">
          <Icon name="forward" size={18} />
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-2.5">
        <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
          {({ addresses }) =>
            addresses.length === 0 ? (
              <p className="text-ink-2 text-small">{t('book.empty')}</p>
            ) : (
              <ul>
                {addresses.map((kept) => (
                  <KeptRow kept={kept} key={kept.id} onUse={onUse} />
                ))}
              </ul>
            )
          }
        </LoadState>
        <KeepForm address={address} />
        <OnlyKept terms={terms} />
      </div>
    </details>
  );
}

function KeptRow({ kept, onUse }: { kept: KeptAddress; onUse: Props['onUse'] }) {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const { id, name, network, address, usableAt } = kept;
  const writeTime = useLocalTime();
  const forget = useWrite(api.addressForget, { of: id });
  const isNew = Date.parse(usableAt) > Date.now();
  return (
    <li className="grid grid-cols-1 gap-1 border-line border-b py-2.5 last:border-0">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b className="font-strong">{name}</b>
        <span className="text-ink-2 text-small">
          {network} <bdi title={address}>{`${address.slice(0, 6)}…${address.slice(-6)}`}</bdi>
        </span>
      </p>
      {isNew ? (
        <p className="text-ink-2 text-small" suppressHydrationWarning>
          {t('book.usable', { time: writeTime(usableAt) })}
        </p>
      ) : null}
      <p className="flex gap-6 py-2">
        <TextButton disabled={false} label={writeFact(t('book.use'), name, locale)} onPress={() => onUse(kept)} text={t('book.use')} />
        <TextButton
          disabled={forget.isBusy}
          label={writeFact(t('book.forget'), name, locale)}
          onPress={() => forget.send({ id }, t('book.forget'))}
          text={t('book.forget')}
        />
      </p>
      <WriteNotice write={forget} />
    </li>
  );
}

/** Keeps the address that stands in the form. */
function KeepForm({ address }: { address: string }) {
  const t = useTranslations('Withdrawals');
  const why = useTranslations('Write.why');
  const [name, setName] = useState('');
  const keep = useWrite(api.addressKeep, { onDone: () => setName('') });
  const trimmed = trimAddress(address);
  const network = guessNetwork(trimmed);
  if (network === null) return null;
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <Field label={t('book.name')} maxLength={ADDRESS_NAME_LENGTH_MAX} onChange={(event) => setName(event.target.value)} value={name} />
      <SubmitButton
        isBusy={keep.isBusy}
        onClick={() => keep.send({ network, address: trimmed, name: name.trim() }, t('book.keep'))}
        variant="soft"
        why={name.trim() === '' ? why('fields') : null}
      >
        {t('book.keep')}
      </SubmitButton>
      <WriteNotice write={keep} />
    </div>
  );
}

function OnlyKept({ terms: { isOnlyKept, onlyKeptEndsAt, firstWaitSeconds } }: { terms: WithdrawalTerms }) {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const writeTime = useLocalTime();
  const change = useWrite(api.addressOnlyKept);
  const isOn = isOnlyKept && onlyKeptEndsAt === null;
  const label = t(isOn ? 'book.off' : 'book.on');
  return (
    <div className="grid grid-cols-1 gap-1.5 border-line border-t pt-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <b className="font-strong">{t('book.only')}</b>
        <Button isBusy={change.isBusy} onClick={() => change.send({ isOn: !isOn }, label)} size="small" variant="ghost">
          {label}
        </Button>
      </p>
      <p className="text-ink-2 text-small">{t('book.onlyText', { time: formatDuration(firstWaitSeconds, locale) })}</p>
      {onlyKeptEndsAt === null ? null : (
        <p className="text-ink-2 text-small" suppressHydrationWarning>
          {t('book.onlyEnds', { time: writeTime(onlyKeptEndsAt) })}
        </p>
      )}
      <WriteNotice write={change} />
    </div>
  );
}
