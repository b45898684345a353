'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AskSupport } from '@/components/layout/ask-support';
import { WriteNotice } from '@/components/layout/write-notice';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { TimeLeft } from '@/components/money/time-left';
import { useLocalTime } from '@/components/money/use-local-time';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextButton } from '@/components/ui/text-button';
import * as api from '@/lib/api/withdrawals';
import type { Withdrawal } from '@/lib/dto/withdrawals';
import { usePaged } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { CANCELLABLE_STATES, FINAL_STATES, PAYMENT_GAS_MAX } from '@/lib/rules/withdrawals';
import { LOOK_MS, MoneyList, MoneyRow, ToRecord, Transaction } from './money-list';
import { useReasonText } from './withdrawal-result';
import { WithdrawalTimeline } from './withdrawal-timeline';

/** What was asked for, and where it is. */
export function WithdrawalList() {
  const t = useTranslations('Withdrawals');
  const query = usePaged(
    api.withdrawals,
    {},
    { everyMs: (pages) => (pages.some(({ withdrawals }) => withdrawals.some(({ until }) => until !== null)) ? LOOK_MS : false) },
  );
  return (
    <MoneyList
      query={query}
      rowsOf={({ withdrawals }) => withdrawals}
      texts={{ title: t('list'), empty: t('empty'), emptyText: t('emptyText') }}
    >
      {(withdrawal) => <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />}
    </MoneyList>
  );
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations('Withdrawals');
  const locale = useLocale();
  const writeTime = useLocalTime();
  const reason = useReasonText()(withdrawal);
  const [isLong, setLong] = useState(false);
  const { id, coin, network, address, amount, state, stateAt, until, delay, txid, explorerUrl } = withdrawal;
  const cancel = useWrite(api.withdrawalCancel, { of: id, lateAt: '/record?active=2' });
  const label = t('cancel');
  return (
    <MoneyRow amount={amount} coin={coin} network={network}>
      <p className="flex flex-wrap justify-between gap-x-4 text-small">
        <span className="min-w-0 text-balance">
          <b className="font-strong">{t(`steps.${state}`)}</b>
          {state === 'confirming' ? (
            <span className="text-ink-2">
              {' · '}
              {t('confirmations', { count: withdrawal.confirmations, needed: withdrawal.confirmationsNeeded })}
            </span>
          ) : null}
        </span>
        <span className="text-ink-2">
          <LocalTime iso={stateAt} locale={locale} />
        </span>
      </p>
      {until === null || delay !== null ? null : (
        <p className="text-ink-2 text-small first-letter:uppercase" suppressHydrationWarning>
          {t(state === 'waiting' ? 'untilWaiting' : 'until', { time: writeTime(until) })}{' '}
          {state === 'waiting' ? <TimeLeft iso={until} /> : null}
        </p>
      )}
      {delay === null ? null : <Notice tone="warn">{t(`delays.${delay}`, { gas: formatExact(String(PAYMENT_GAS_MAX), locale) })}</Notice>}
      {reason === null ? null : <p className="text-ink-2 text-small">{reason}</p>}
      <p className="text-ink-2 text-small">
        {t('to')} <bdi title={address}>{`${address.slice(0, 6)}…${address.slice(-6)}`}</bdi>
      </p>
      {txid === null ? null : (
        <Transaction explorerUrl={explorerUrl} hash={txid} texts={{ transaction: t('transaction'), explorer: t('explorer') }} />
      )}
      <div className="flex flex-wrap items-center gap-x-6 empty:hidden">
        {FINAL_STATES.includes(state) ? <ToRecord reference={`withdrawal:${id}`} /> : null}
        {isLong ? null : <TextButton disabled={false} onPress={() => setLong(true)} text={t('more')} />}
      </div>
      {isLong ? (
        <>
          <WithdrawalTimeline id={id} state={state} />
          <AskSupport about="withdrawal" id={id} />
        </>
      ) : null}
      {CANCELLABLE_STATES.includes(state) ? (
        <Button isBusy={cancel.isBusy} onClick={() => cancel.send({ id }, label)} size="small" variant="ghost">
          {label}
        </Button>
      ) : null}
      <WriteNotice write={cancel} />
    </MoneyRow>
  );
}
