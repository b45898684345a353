'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { WriteNotice } from '@/components/layout/write-notice';
import { AmountInput } from '@/components/money/amount-input';
import { formatExact } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { SubmitButton } from '@/components/ui/submit-button';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { Chips, SegmentedControl } from '@/components/ui/segmented-control';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as depositsApi from '@/lib/api/deposits';
import type { OutsideWallet } from '@/lib/dto/deposits';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { LOOK_MS } from './money-list';

const AMOUNT_START = '500';

/** The sandbox's stand-in for a wallet elsewhere: it sends test coins to one's own deposit addresses, to wrong ones too, and receives. */
export function OutsideWalletPanel() {
  const t = useTranslations('Deposits.outside');
  const deposits = useTranslations('Deposits');
  const query = useRead(
    depositsApi.outsideWallet,
    {},
    { everyMs: (data) => (data?.transfers.some(({ confirmations }) => confirmations === 0) === true ? LOOK_MS : false) },
  );
  return (
    <details className="group rounded-card border border-line border-dashed p-4.5">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 font-strong">
        {t('title')}
        <span className="text-ink-3 group-open:rotate-90">
          <Icon name="forward" size={18} />
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1">
        <p className="text-ink-2 text-small">{t('text')}</p>
        <LoadState query={query} skeleton={<SkeletonRows count={4} label={deposits('loading')} />}>
          {(wallet) => (
            <>
              <SendForm wallets={wallet.wallets} />
              <Transfers {...wallet} />
            </>
          )}
        </LoadState>
      </div>
    </details>
  );
}

function SendForm({ wallets }: Pick<OutsideWallet, 'wallets'>) {
  const common = useTranslations('Common');
  const t = useTranslations('Deposits.outside');
  const deposits = useTranslations('Deposits');
  const write = useTranslations('Write');
  const locale = useLocale();
  const send = useWrite(depositsApi.outsideWalletSend);
  const networks = wallets.map(({ network }) => ({ value: network, label: network }));
  const [network, setNetwork] = useState(networks[0]?.value ?? '');
  const [target, setTarget] = useState<string | null>(null);
  const [chosen, setCoin] = useState('USDT');
  const [amount, setAmount] = useState(AMOUNT_START);
  const { coins = [] } = wallets.find((wallet) => wallet.network === network) ?? {};
  const coin = coins.find((each) => each.coin === chosen) ?? coins[0];
  const addressNetwork = target ?? network;
  if (coin === undefined) return null;
  const finished = finishAmount(amount);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2 text-small">{t('over')}</p>
      <SegmentedControl label={t('over')} onChange={setNetwork} options={networks} value={network} />
      {coins.length > 1 ? (
        <Chips
          label={deposits('coin')}
          onChange={setCoin}
          options={coins.map((each) => ({ value: each.coin, label: each.coin }))}
          value={coin.coin}
        />
      ) : null}
      <p className="text-ink-2 text-small">{t('to')}</p>
      <SegmentedControl label={t('to')} onChange={setTarget} options={networks} value={addressNetwork} />
      {addressNetwork === network ? null : <Notice tone="warn">{t('wrong', { network, other: addressNetwork })}</Notice>}
      <AmountInput
        after={coin.coin}
        decimals={8}
        hint={t('has', { amount: formatExact(coin.amount, locale), coin: coin.coin })}
        label={t('amount')}
        locale={locale}
        onChange={setAmount}
        value={amount}
      />
      <SubmitButton
        isBusy={send.isBusy}
        onClick={() => {
          if (finished !== null) send.send({ network, addressNetwork, coin: coin.coin, amount: finished }, t('send', { coin: coin.coin }));
        }}
        variant="soft"
        why={finished === null ? write('why.amount') : null}
      >
        {send.step === 'unknown' ? write('sendAgain') : t('send', { coin: coin.coin })}
      </SubmitButton>
      {send.answer === null ? null : (
        <Notice isAlert>
          <p>{t('sent')}</p>
          <p className="flex flex-wrap items-center gap-x-4">
            <bdi title={send.answer.hash}>{`${send.answer.hash.slice(0, 10)}…${send.answer.hash.slice(-8)}`}</bdi>
            <CopyButton copiedLabel={common('copied')} failedLabel={common('copyFailed')} label={common('copy')} text={send.answer.hash} />
          </p>
        </Notice>
      )}
      <WriteNotice write={send} />
    </div>
  );
}

function Transfers({ wallets, transfers }: OutsideWallet) {
  const t = useTranslations('Deposits.outside');
  const common = useTranslations('Common');
  const locale = useLocale();
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="font-strong">{t('addresses')}</h2>
      <ul>
        {wallets.map(({ network, address }) => (
          <li className="flex flex-wrap items-center justify-between gap-x-4 py-0.5 text-small" key={network}>
            <span>
              <span className="block text-ink-2 text-micro">{network}</span>
              <bdi title={address}>{`${address.slice(0, 6)}…${address.slice(-6)}`}</bdi>
            </span>
            <CopyButton copiedLabel={common('copied')} failedLabel={common('copyFailed')} label={common('copy')} text={address} />
          </li>
        ))}
      </ul>
      <h2 className="font-strong">{t('history')}</h2>
      {transfers.length === 0 ? <p className="text-ink-2 text-small">{t('empty')}</p> : null}
      <ul className="grid grid-cols-1 gap-1.5 text-small">
        {transfers.map(({ hash, network, direction, coin, amount, confirmations }) => (
          <li className="flex flex-wrap justify-between gap-x-4" key={`${network} ${hash}`}>
            <span>
              {t(direction)} {formatExact(amount, locale)} {coin}
            </span>
            <span className="text-ink-2">
              {network} · {confirmations}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
