'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/protection';
import { ApiError, sendShown } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import { useWrite } from '@/lib/query/use-write';
import { walletRefusal } from '@/lib/wallet/wallet-refusal';
import { useMember } from '../layout/member-context';
import { truncateMiddle } from '../layout/truncate-middle';
import { useWallets } from '../layout/use-wallets';
import { WalletPicker } from '../layout/wallet-picker';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { showToast } from '../ui/toast';

/** The wallet that opens the account: linked by its signature, taken away while another way in remains. */
export function WalletPart({ wallet }: { wallet: string | null }) {
  const t = useTranslations('Protection');
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('walletTitle')}</h2>
      <p className="break-words pt-1 font-strong">{wallet === null ? t('walletNone') : truncateMiddle(wallet)}</p>
      <p className="pt-1 text-ink-2 text-small">{t('walletText')}</p>
      {wallet === null ? <LinkWallet /> : <UnlinkWallet />}
    </section>
  );
}

function UnlinkWallet() {
  const t = useTranslations('Protection');
  const unlink = useWrite(api.walletUnlink, { onDone: () => showToast(t('walletRemoved')) });
  return (
    <>
      <WriteNotice className="pt-3" write={unlink} />
      <Button className="mt-3" isBusy={unlink.isBusy} onClick={() => unlink.send({}, t('walletRemove'))} variant="ghost">
        {t('walletRemove')}
      </Button>
    </>
  );
}

function LinkWallet() {
  const t = useTranslations('Protection');
  const stepUp = useTranslations('StepUp');
  const errorText = useErrorText();
  const shown = useScreen();
  const { isSandbox } = useMember();
  const { wallets, isLooking } = useWallets(isSandbox);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isSigning, setSigning] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const link = useWrite(api.walletLink, { onDone: () => showToast(t('walletLinked')) });
  const wallet = wallets.find(({ id }) => id === chosenId) ?? wallets[0];
  const start = async () => {
    if (!wallet) return;
    setSigning(true);
    setRefusal(null);
    try {
      const { connectAndSign } = await import('@/lib/wallet/connect');
      let address = '';
      const fetchMessage = async (of: { address: string; chainId: number }) => {
        address = of.address;
        return (await sendShown(api.linkMessage, of, shown)).message;
      };
      const { message, signature } = await connectAndSign({ wallet, fetchMessage, onStep: () => undefined });
      link.send({ address, message, signature }, t('walletLink'));
    } catch (error) {
      setRefusal(error instanceof ApiError ? errorText(error) : stepUp(`wallet.${walletRefusal(error)}`));
    } finally {
      setSigning(false);
    }
  };
  return (
    <div className="mt-3 grid grid-cols-1 gap-3">
      {wallets.length > 1 ? (
        <WalletPicker chosenId={wallet?.id ?? ''} disabled={isSigning} label={t('walletTitle')} onChoose={setChosenId} wallets={wallets} />
      ) : null}
      {refusal === null ? null : <Notice isAlert>{refusal}</Notice>}
      <WriteNotice write={link} />
      {wallet || isLooking ? (
        <Button disabled={!wallet} isBusy={isSigning || link.isBusy} onClick={() => void start()} variant="ghost">
          {t('walletLink')}
        </Button>
      ) : (
        <Notice>{stepUp('noWallet')}</Notice>
      )}
    </div>
  );
}
