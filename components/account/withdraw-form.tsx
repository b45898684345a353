'use client';
import { useAvailable } from '@/components/money/use-available';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { WriteNotice } from '@/components/layout/write-notice';
import { AmountInput } from '@/components/money/amount-input';
import { cutDecimals, formatExact, formatPercent } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { useLocalTime } from '@/components/money/use-local-time';
import { SubmitButton } from '@/components/ui/submit-button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Chips, SegmentedControl } from '@/components/ui/segmented-control';
import { TextButton } from '@/components/ui/text-button';
import * as api from '@/lib/api/withdrawals';
import type { WithdrawalTerms } from '@/lib/dto/withdrawals';
import { useCodeText } from '@/lib/query/use-code-text';
import { type UseWrite, useWrite } from '@/lib/query/use-write';
import { ADDRESS_LENGTH_MAX, findShapeProblem, trimAddress } from '@/lib/rules/address-shape';
import { writeAside } from '@/lib/rules/punctuation';
import { previewWithdrawal } from '@/lib/rules/withdrawals';
import { type ChannelChoice, findChannel } from './choose-channel';
import { WithdrawConfirm } from './withdraw-confirm';
import { WithdrawalNotes } from './withdrawal-notes';
import { useShowWithdrawal } from './withdrawal-result';

const PAUSE_TEXTS = {
  silent: 'pausedChain',
  disagreement: 'pausedChain',
  deep_reorganisation: 'pausedChain',
  maintenance: 'pausedMaintenance',
  security: 'pausedSecurity',
} as const;
type Channel = WithdrawalTerms['channels'][number];
type Props = { terms: WithdrawalTerms; address: string; onAddress: (address: string) => void };
type ChoiceProps = { choice: ChannelChoice; onChoose: (choice: ChannelChoice) => void };
type Withdraw = UseWrite<typeof api.withdraw>;

/** Coin, network, amount and address, with what it costs and what arrives, from the function that posts it. */
export function WithdrawForm({ terms, address, onAddress, choice, onChoose }: Props & ChoiceProps) {
  const t = useTranslations('Withdrawals');
  const [done, setDone] = useState(0);
  const showWithdrawal = useShowWithdrawal();
  const withdraw = useWrite(api.withdraw, {
    onDone: (withdrawal, _sent, isLate) => {
      showWithdrawal(withdrawal);
      if (isLate) return;
      onAddress('');
      setDone((count) => count + 1);
    },
  });
  const coins = [...new Set(terms.channels.map(({ coin }) => coin))];
  const open = withdraw.isLocked ? terms.channels.find(({ channel }) => channel === withdraw.sent?.body.channel) : undefined;
  const channel = open ?? findChannel(terms.channels, choice);
  if (channel === undefined) return null;
  const { coin } = channel;
  const ofCoin = terms.channels.filter((one) => one.coin === coin);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Chips
        label={t('coin')}
        onChange={(value) => onChoose({ coin: value, network: choice.network })}
        options={coins.map((value) => ({ value, label: value, disabled: withdraw.isLocked }))}
        value={coin}
      />
      {ofCoin.length > 1 ? (
        <SegmentedControl
          label={t('network')}
          onChange={(network) => onChoose({ coin, network })}
          options={ofCoin.map(({ network }) => ({ value: network, label: network, disabled: withdraw.isLocked }))}
          value={channel.network}
        />
      ) : null}
      {channel.paused === null ? null : <PauseNotice network={channel.network} paused={channel.paused} />}
      {channel.isOffered ? (
        <Fields
          address={address}
          channel={channel}
          done={done}
          key={channel.channel}
          onAddress={onAddress}
          terms={terms}
          withdraw={withdraw}
        />
      ) : (
        <Notice tone="warn">{t('notOffered', { network: channel.network })}</Notice>
      )}
    </div>
  );
}

function PauseNotice({ network, paused }: { network: string; paused: NonNullable<Channel['paused']> }) {
  const t = useTranslations('Withdrawals');
  const time = useLocalTime()(paused.since);
  return (
    <Notice tone="warn">
      <span suppressHydrationWarning>{t(PAUSE_TEXTS[paused.reason], { network, time })}</span>
    </Notice>
  );
}

/** While the outcome of a withdrawal is open it stands here as it was sent, and nothing else can be asked for. */
function Fields({
  channel,
  terms,
  address: typedAddress,
  onAddress,
  withdraw,
  done,
}: Props & { channel: Channel; withdraw: Withdraw; done: number }) {
  const t = useTranslations('Withdrawals');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const codeText = useCodeText();
  const [typed, setTyped] = useState('');
  const [isTouched, setTouched] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [cleared, setCleared] = useState(done);
  if (cleared !== done) {
    setCleared(done);
    setTyped('');
    setTouched(false);
    setChecking(false);
  }
  const { coin, network, decimals, feeRate } = channel;
  const available = useAvailable(coin);
  const { isLocked } = withdraw;
  const sent = isLocked ? withdraw.sent?.body : undefined;
  const address = sent?.address ?? typedAddress;
  const amount = sent?.amount ?? finishAmount(typed);
  const { preview, problem } = amount === null ? { preview: null, problem: null } : previewWithdrawal(channel, amount);
  const trimmed = trimAddress(address);
  const addressProblem = trimmed === '' ? null : findShapeProblem(network, trimmed);
  const isMissing = amount === null || trimmed === '';
  const isReady = preview !== null && !isMissing && addressProblem === null;
  const check = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    setChecking(true);
  };
  return (
    <>
      <form className="grid grid-cols-1 gap-3" noValidate onSubmit={check}>
        <AmountInput
          after={
            <TextButton
              disabled={isLocked || available === null}
              onPress={() => setTyped(cutDecimals(available ?? '', decimals))}
              text={t('max')}
            />
          }
          decimals={decimals}
          disabled={isLocked}
          error={problem === null ? null : codeText(problem.code, { ...problem.params, asset: coin })}
          hint={available === null ? undefined : t('available', { amount: formatExact(available, locale), coin })}
          label={writeAside(t('amount'), coin, locale)}
          locale={locale}
          onChange={setTyped}
          value={sent?.amount ?? typed}
        />
        <Field
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          disabled={isLocked}
          error={isTouched && addressProblem !== null ? codeText(addressProblem.code, addressProblem.params) : null}
          label={t('address', { network })}
          maxLength={ADDRESS_LENGTH_MAX}
          onBlur={() => setTouched(true)}
          onChange={(event) => onAddress(event.target.value)}
          spellCheck={false}
          type="text"
          value={address}
        />
        <Receipt>
          <ReceiptRow
            label={t('fee', { rate: formatPercent(feeRate, { locale }) })}
            value={preview === null ? '–' : `${formatExact(preview.fee, locale)}\u00a0${coin}`}
          />
          <ReceiptRow isSum label={t('arrives')} value={preview === null ? '–' : `${formatExact(preview.arrives, locale)}\u00a0${coin}`} />
        </Receipt>
        {isChecking ? null : <WriteNotice hasAgain write={withdraw} />}
        <SubmitButton
          type="submit"
          why={
            isReady || isLocked
              ? null
              : isMissing
                ? why('fields')
                : addressProblem === null || isTouched
                  ? why('marked')
                  : codeText(addressProblem.code, addressProblem.params)
          }
        >
          {t('check')}
        </SubmitButton>
      </form>
      <WithdrawalNotes channel={channel} terms={terms} />
      {preview === null ? null : (
        <WithdrawConfirm
          address={trimmed}
          channel={channel}
          isOpen={isChecking}
          onClose={() => setChecking(false)}
          preview={sent === undefined ? preview : { ...preview, arrives: sent.arrives }}
          withdraw={withdraw}
        />
      )}
    </>
  );
}
