'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/allowances';
import type { Allowance } from '@/lib/dto/allowances';
import { useWrite } from '@/lib/query/use-write';
import type { FoundWallet } from '@/lib/wallet/discover';
import type { RevokeOutcome } from '@/lib/wallet/revoke-allowance';
import { walletRefusal } from '@/lib/wallet/wallet-refusal';
import { useWallets } from '../layout/use-wallets';
import { WalletPicker } from '../layout/wallet-picker';
import { Amount } from '../money/amount';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Notice } from '../ui/notice';

type Said = ReturnType<typeof walletRefusal> | RevokeOutcome;

/** One allowance with the button that takes it back, signed in the person's own wallet. */
export function AllowanceRow({ row, wallet, chainId }: { row: Allowance; wallet: string; chainId: number | null }) {
  const t = useTranslations('Allowances');
  const locale = useLocale();
  return (
    <li className="grid grid-cols-1 gap-2 border-line border-b py-3 last:border-0">
      <p className="flex flex-wrap justify-between gap-x-4 font-strong">
        {row.amount === null ? (
          <span>
            {t('unlimited')} {row.coin}
          </span>
        ) : (
          <Amount locale={locale} unit={row.coin} value={row.amount} />
        )}
        {row.isOurs ? <span className="text-danger">{t('ours')}</span> : null}
      </p>
      <p className="text-ink-2 text-small [overflow-wrap:anywhere]">{t('spender', { address: row.spender })}</p>
      {chainId === null ? null : <Revoke chainId={chainId} row={row} wallet={wallet} />}
    </li>
  );
}

function Revoke({ row, wallet: owner, chainId }: { row: Allowance; wallet: string; chainId: number }) {
  const t = useTranslations('Allowances');
  const { wallets, isLooking } = useWallets(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [step, setStep] = useState<'signing' | 'waiting' | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  // The exchange looks again; what it then shows is what counts.
  const report = useWrite(api.allowanceReport, { of: `${row.contract}.${row.spender}` });
  const chosen = wallets.find(({ id }) => id === chosenId) ?? wallets[0];
  const start = async (wallet: FoundWallet) => {
    setAsking(false);
    setSaid(null);
    const { revokeAllowance } = await import('@/lib/wallet/revoke-allowance');
    try {
      const { contract, spender } = row;
      const outcome = await revokeAllowance({ owner, chainId, contract, spender }, { provider: wallet.provider, onStep: setStep });
      setSaid(outcome);
      if (outcome !== 'otherWallet') report.send({ coin: row.coin, amount: '0' }, t('revoke'));
    } catch (error) {
      setSaid(walletRefusal(error));
    } finally {
      setStep(null);
    }
  };
  if (chosen === undefined) return isLooking ? null : <Notice>{t('noWalletHere')}</Notice>;
  return (
    <>
      {wallets.length > 1 ? (
        <WalletPicker chosenId={chosen.id} disabled={step !== null} label={t('which')} onChoose={setChosenId} wallets={wallets} />
      ) : null}
      {said === null ? null : (
        <Notice isAlert tone={said === 'done' ? 'info' : 'warn'}>
          {t(`said.${said}`)}
        </Notice>
      )}
      <Button isBusy={step !== null} onClick={() => setAsking(true)} variant="ghost">
        {step === null ? t('revoke') : t(step)}
      </Button>
      <ConfirmDialog
        cancelLabel={t('cancel')}
        confirmLabel={t('revoke')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void start(chosen)}
        title={t('confirmTitle', { coin: row.coin })}
        variant="action"
      >
        <p className="text-ink-2 text-small">{t('confirmText')}</p>
        <p className="pt-2 text-small [overflow-wrap:anywhere]">{t('spender', { address: row.spender })}</p>
      </ConfirmDialog>
    </>
  );
}
