'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { OtherAccount } from '@/components/layout/other-account';
import { TimeLeft } from '@/components/money/time-left';
import { useLocalTime } from '@/components/money/use-local-time';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as api from '@/lib/api/withdrawals';
import type { KeptAddress } from '@/lib/dto/withdrawals';
import { useRead } from '@/lib/query/use-read';
import { AddressBook } from './address-book';
import { type ChannelChoice, chooseFor } from './choose-channel';
import { WithdrawForm } from './withdraw-form';
import { WithdrawalList } from './withdrawal-list';

/** Money out: what to send where, the address book, and where everything is that was asked for. `coin`: the one that is chosen at first. */
export function WithdrawTab({ coin }: { coin: string | null }) {
  const t = useTranslations('Withdrawals');
  const { mode } = useMember();
  if (mode !== 'real') return <OtherAccount mode="real">{t('demo')}</OtherAccount>;
  return <RealTab coin={coin} />;
}

function RealTab({ coin }: { coin: string | null }) {
  const t = useTranslations('Withdrawals');
  const writeTime = useLocalTime();
  const query = useRead(api.withdrawalTerms, {});
  const [address, setAddress] = useState('');
  const [choice, setChoice] = useState<ChannelChoice>({ coin, network: null });
  return (
    <div className="grid grid-cols-1 gap-6">
      <LoadState query={query} skeleton={<SkeletonRows count={6} label={t('loading')} />}>
        {(terms) => {
          const use = (kept: KeptAddress) => {
            setAddress(kept.address);
            setChoice((before) => chooseFor(terms.channels, before, kept.network));
          };
          return (
            <>
              {terms.isSuspended ? <Notice tone="warn">{t('suspended')}</Notice> : null}
              {terms.heldUntil === null ? null : (
                <Notice tone="warn">
                  <span suppressHydrationWarning>{t('held', { time: writeTime(terms.heldUntil) })}</span> <TimeLeft iso={terms.heldUntil} />
                </Notice>
              )}
              <WithdrawForm address={address} choice={choice} onAddress={setAddress} onChoose={setChoice} terms={terms} />
              <AddressBook address={address} onUse={use} terms={terms} />
            </>
          );
        }}
      </LoadState>
      <WithdrawalList />
    </div>
  );
}
