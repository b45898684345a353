'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/allowances';
import type { AllowancesOfNetwork } from '@/lib/dto/allowances';
import { useRead } from '@/lib/query/use-read';
import { LoadState } from '../layout/load-state';
import { truncateMiddle } from '../layout/truncate-middle';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { SkeletonRows } from '../ui/skeleton';
import { AllowanceRow } from './allowance-row';

/** What the account's own wallet lets others take of its tokens. The chain is asked when the person asks. */
export function Allowances() {
  const t = useTranslations('Allowances');
  const [isAsked, setAsked] = useState(false);
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-title">{t('title')}</h2>
      <p className="text-ink-2 text-small">{t('lead')}</p>
      {isAsked ? (
        <Shown />
      ) : (
        <Button onClick={() => setAsked(true)} variant="soft">
          {t('look')}
        </Button>
      )}
    </section>
  );
}

function Shown() {
  const t = useTranslations('Allowances');
  const query = useRead(api.allowances, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
      {({ wallet, networks }) =>
        wallet === null ? (
          <Notice>{t('noWallet')}</Notice>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <p className="text-small">{t('wallet', { address: truncateMiddle(wallet) })}</p>
            {networks.length === 0 ? <Notice>{t('noNetwork')}</Notice> : null}
            {networks.map((of) => (
              <OfNetwork key={of.network} of={of} wallet={wallet} />
            ))}
          </div>
        )
      }
    </LoadState>
  );
}

function OfNetwork({ of, wallet }: { of: AllowancesOfNetwork; wallet: string }) {
  const t = useTranslations('Allowances');
  const { name, state, isComplete, rows } = of;
  if (state === 'simulated') return <Notice>{t('simulated', { network: name })}</Notice>;
  if (state === 'silent') return <Notice tone="warn">{t('silent', { network: name })}</Notice>;
  const isAny = rows.some(({ amount }) => amount !== '0');
  const isOursAny = rows.some(({ amount, isOurs }) => isOurs && amount !== '0');
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-strong">{name}</h3>
      {isOursAny ? (
        <Notice isAlert tone="danger">
          {t('oursSome')}
        </Notice>
      ) : (
        <Notice>{t('oursNone')}</Notice>
      )}
      <ul>
        {rows
          .filter(({ amount }) => amount !== '0')
          .map((row) => (
            <AllowanceRow chainId={of.chainId} key={`${row.coin} ${row.spender}`} row={row} wallet={wallet} />
          ))}
      </ul>
      {isAny || !isComplete ? null : <p className="text-ink-2 text-small">{t('nobody')}</p>}
      {isComplete ? null : <p className="text-ink-2 text-small">{t('notAll')}</p>}
    </div>
  );
}
