'use client';
import { useLocale, useTranslations } from 'next-intl';
import { AskSupport } from '@/components/layout/ask-support';
import { LocalTime } from '@/components/money/local-time';
import { Icon } from '@/components/ui/icon';
import * as depositsApi from '@/lib/api/deposits';
import type { Deposit } from '@/lib/dto/deposits';
import { usePaged } from '@/lib/query/use-read';
import { LOOK_MS, MoneyList, MoneyRow, ToRecord, Transaction } from './money-list';

/** What came in, each with its timeline. */
export function DepositList() {
  const t = useTranslations('Deposits');
  const query = usePaged(
    depositsApi.deposits,
    {},
    { everyMs: (pages) => (pages.some(({ deposits }) => deposits.some(({ state }) => state === 'confirming')) ? LOOK_MS : false) },
  );
  return (
    <MoneyList query={query} rowsOf={({ deposits }) => deposits} texts={{ title: t('list'), empty: t('empty'), emptyText: t('emptyText') }}>
      {(deposit) => <DepositRow deposit={deposit} key={deposit.id} />}
    </MoneyList>
  );
}

function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useTranslations('Deposits');
  const locale = useLocale();
  const { id, amount, coin, network, hash, explorerUrl, state, expectedAt, replacedAt } = deposit;
  return (
    <MoneyRow amount={amount} coin={coin} network={network}>
      <Timeline deposit={deposit} />
      {state === 'confirming' && expectedAt !== null ? (
        <p className="text-ink-2 text-small" suppressHydrationWarning>
          {t.rich('expectedAt', { time: () => <LocalTime iso={expectedAt} locale={locale} style="clock" /> })}
        </p>
      ) : null}
      {state === 'orphaned' ? <p className="text-ink-2 text-small">{t('orphanedText')}</p> : null}
      {state === 'credited' && replacedAt !== null ? <p className="text-ink-2 text-small">{t('carriedText')}</p> : null}
      <div>
        <Transaction explorerUrl={explorerUrl} hash={hash} texts={{ transaction: t('transaction'), explorer: t('explorer') }} />
        {state === 'credited' ? <ToRecord reference={`deposit:${id}`} /> : <AskSupport about="deposit" id={id} />}
      </div>
    </MoneyRow>
  );
}

/** Seen, confirming, credited: what is done carries its time. */
function Timeline({ deposit }: { deposit: Deposit }) {
  const { state, seenAt, creditedAt, replacedAt, confirmations, confirmationsNeeded, isByHand } = deposit;
  const t = useTranslations('Deposits');
  const shown = Math.min(confirmations, confirmationsNeeded);
  const replaced = { name: t('replaced'), at: replacedAt, isDone: false };
  const counted = {
    name: t('confirming', { count: state === 'credited' ? confirmationsNeeded : shown, needed: confirmationsNeeded }),
    at: null,
    isDone: state === 'credited',
  };
  const seen = [{ name: t('seen'), at: seenAt, isDone: true }, state === 'orphaned' ? replaced : counted];
  const found = { name: t('byHand'), at: null, isDone: true };
  const steps = [...(isByHand ? [found] : seen), { name: t('credited'), at: creditedAt, isDone: state === 'credited' }];
  return (
    <>
      <ol className="grid grid-cols-1 gap-1.5 text-small">
        {steps.map(({ name, at, isDone }) => (
          <Step at={at} isDone={isDone} key={name} name={name} />
        ))}
      </ol>
      {state === 'confirming' ? (
        <progress
          aria-label={t('confirming', { count: shown, needed: confirmationsNeeded })}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-2 [&::-webkit-progress-value]:bg-accent"
          max={confirmationsNeeded}
          value={shown}
        />
      ) : null}
    </>
  );
}

function Step({ name, at, isDone }: { name: string; at: string | null; isDone: boolean }) {
  const locale = useLocale();
  return (
    <li className={`flex items-center gap-2 ${isDone ? '' : 'text-ink-2'}`}>
      <span
        aria-hidden="true"
        className={`grid size-5 shrink-0 place-items-center rounded-full ${isDone ? 'bg-accent-soft text-accent' : 'bg-surface-2'}`}
      >
        {isDone ? <Icon name="check" size={12} /> : null}
      </span>
      <span className="min-w-0">{name}</span>
      {at === null ? null : (
        <span className="ms-auto text-ink-2">
          <LocalTime iso={at} locale={locale} style="clock" />
        </span>
      )}
    </li>
  );
}
