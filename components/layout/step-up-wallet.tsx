'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/step-up';
import type { ShownAccount } from '@/lib/dto/shown-account';
import { ApiError, sendShown } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import type { FoundWallet } from '@/lib/wallet/discover';
import { walletRefusal } from '@/lib/wallet/wallet-refusal';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { useMember } from './member-context';
import { truncateMiddle } from './truncate-middle';
import { useWallets } from './use-wallets';
import { WalletPicker } from './wallet-picker';

type Props = { ticket: string; onProved: () => void };
type Refusal = { kind: 'wrongWallet'; address: string } | { kind: 'rejected' | 'busy' | 'failed' } | { kind: 'refused'; error: ApiError };

/** Has the wallet sign and sends the proof. Returns what was in the way, null when it is done. */
async function confirmByWallet(input: { wallet: FoundWallet; ticket: string; shown: ShownAccount }): Promise<Refusal | null> {
  const { wallet, ticket, shown } = input;
  let wrongWallet: Refusal | null = null;
  try {
    const { connectAndSign } = await import('@/lib/wallet/connect');
    const fetchMessage = async (of: { address: string; chainId: number }) => {
      const { message, address } = await sendShown(api.stepUpStart, { ticket, way: 'wallet', chainId: of.chainId }, shown);
      if (message !== null && address?.toLowerCase() === of.address.toLowerCase()) return message;
      wrongWallet = { kind: 'wrongWallet', address: address ?? '' };
      throw new Error('the wallet is open with another address than the account has');
    };
    const { message, signature } = await connectAndSign({ wallet, fetchMessage, onStep: () => undefined });
    await sendShown(api.stepUpProve, { ticket, way: 'wallet', message, signature }, shown);
    return null;
  } catch (error) {
    if (wrongWallet !== null) return wrongWallet;
    return error instanceof ApiError ? { kind: 'refused', error } : { kind: walletRefusal(error) };
  }
}

/** A signature of the account's wallet under what is confirmed. */
export function StepUpWallet({ ticket, onProved }: Props) {
  const t = useTranslations('StepUp');
  const errorText = useErrorText();
  const shown = useScreen();
  const { isSandbox } = useMember();
  const { wallets, isLooking } = useWallets(isSandbox);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const wallet = wallets.find(({ id }) => id === chosenId) ?? wallets[0];
  const start = async () => {
    if (!wallet) return;
    setBusy(true);
    setRefusal(null);
    const refused = await confirmByWallet({ wallet, ticket, shown });
    if (refused === null) return onProved();
    setRefusal(refused);
    setBusy(false);
  };
  const words = (said: Refusal) => {
    if (said.kind === 'refused') return errorText(said.error);
    return said.kind === 'wrongWallet' ? t('wrongWallet', { address: truncateMiddle(said.address) }) : t(`wallet.${said.kind}`);
  };
  return (
    <>
      {wallets.length > 1 ? (
        <WalletPicker chosenId={wallet?.id ?? ''} disabled={isBusy} label={t('ways.wallet')} onChoose={setChosenId} wallets={wallets} />
      ) : null}
      <p className="text-ink-2 text-small">{t('walletHint')}</p>
      {refusal === null ? null : (
        <Notice isAlert tone={refusal.kind === 'rejected' ? 'info' : 'danger'}>
          {words(refusal)}
        </Notice>
      )}
      {wallet || isLooking ? (
        <Button isBusy={isBusy || !wallet} onClick={() => void start()}>
          {t('sign')}
        </Button>
      ) : (
        <Notice>{t('noWallet')}</Notice>
      )}
    </>
  );
}
