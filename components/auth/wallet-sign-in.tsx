'use client';
import { useState } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import * as signInApi from '@/lib/api/sign-in';
import { ApiError, sendApi } from '@/lib/query/api-client';
import type { SignStep } from '@/lib/wallet/connect';
import type { FoundWallet } from '@/lib/wallet/discover';
import { walletRefusal } from '@/lib/wallet/wallet-refusal';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { AuthLink } from '../layout/auth-link';
import { type AuthTexts, type ErrorTexts, errorSentence } from './auth-texts';
import { enterApp } from './enter-app';
import { SigningMeans } from './signing-means';
import { useWallets } from '../layout/use-wallets';
import { WalletPicker } from '../layout/wallet-picker';

type Props = { locale: Locale; texts: AuthTexts; errors: ErrorTexts; isSandbox: boolean };

type Act = 'sign-in' | 'unfreeze';

type SignIn = { wallet: FoundWallet; act: Act; withCode: boolean; onStep: (step: SignStep) => void };

/** One tap: connect, sign, in. The wallet library is loaded only now. `withCode`: with the invitation that the address has. */
async function signIn({ wallet, act, withCode, onStep }: SignIn): Promise<void> {
  const { connectAndSign } = await import('@/lib/wallet/connect');
  const fetchMessage = async (of: { address: string; chainId: number }) => (await sendApi(signInApi.walletMessage, { ...of, act })).message;
  const { message, signature } = await connectAndSign({ wallet, fetchMessage, onStep });
  const invite = withCode ? new URLSearchParams(location.search).get('invit')?.trim().slice(0, 12) : undefined;
  await sendApi(signInApi.signInWallet, { message, signature, ...(invite ? { invite } : {}) });
}

export function WalletSignIn({ locale, texts, errors, isSandbox }: Props) {
  const { wallets, isLooking } = useWallets(isSandbox);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [step, setStep] = useState<SignStep | null>(null);
  const [refusal, setRefusal] = useState<{ isCalm: boolean; text: string } | null>(null);
  const [isFrozen, setFrozen] = useState(false);
  const [isCodeUnknown, setCodeUnknown] = useState(false);
  const wallet = wallets.find(({ id }) => id === chosenId) ?? wallets[0];
  const steps: Record<SignStep, string> = { connecting: texts.stepConnecting, signing: texts.stepSigning, checking: texts.stepChecking };
  const start = async (act: Act) => {
    if (!wallet) return;
    setRefusal(null);
    setStep('connecting');
    try {
      await signIn({ wallet, act, withCode: !isCodeUnknown, onStep: setStep });
      await enterApp(locale);
    } catch (error) {
      setStep(null);
      const kind = walletRefusal(error);
      setFrozen(error instanceof ApiError && error.code === 'ACCOUNT_FROZEN');
      // There is no field to mend it in: the next try leaves it out.
      const isUnknown = error instanceof ApiError && error.code === 'REFERRAL_UNKNOWN';
      if (isUnknown) setCodeUnknown(true);
      if (error instanceof ApiError) {
        const sentence = errorSentence(error, errors);
        setRefusal({ isCalm: false, text: isUnknown ? `${sentence} ${texts.withoutCode}` : sentence });
      } else if (kind === 'rejected') setRefusal({ isCalm: true, text: texts.rejected });
      else setRefusal({ isCalm: kind === 'busy', text: kind === 'busy' ? texts.walletBusy : texts.walletFailed });
    }
  };
  return (
    <>
      {wallets.length > 1 ? (
        <WalletPicker
          chosenId={wallet?.id ?? ''}
          disabled={step !== null}
          label={texts.chooseWallet}
          onChoose={setChosenId}
          wallets={wallets}
        />
      ) : null}
      <SigningMeans texts={texts} />
      {refusal ? (
        <Notice isAlert tone={refusal.isCalm ? 'info' : 'danger'}>
          {refusal.text}
        </Notice>
      ) : null}
      {wallet || isLooking ? (
        <Button disabled={!wallet} isBusy={step !== null} onClick={() => void start('sign-in')}>
          {step ? steps[step] : texts.connectAndSign}
        </Button>
      ) : (
        <>
          <Notice>{texts.noWalletFound}</Notice>
          <AuthLink locale={locale} look="ghost" path="/empty_wallet">
            {texts.noWalletTitle}
          </AuthLink>
        </>
      )}
      {wallet && isFrozen ? (
        <Button disabled={step !== null} onClick={() => void start('unfreeze')} variant="ghost">
          {texts.liftFreeze}
        </Button>
      ) : null}
      <span aria-live="polite" className="sr-only" role="status">
        {step ? steps[step] : ''}
      </span>
      <p className="text-center text-small">
        <AuthLink locale={locale} look="words" path="/login">
          {texts.withPassword}
        </AuthLink>
      </p>
    </>
  );
}
