'use client';
import { useState, useSyncExternalStore } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import * as signInApi from '@/lib/api/sign-in';
import { ApiError, sendApi } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { type AuthTexts, type ErrorTexts, errorSentence } from './auth-texts';
import { enterApp } from './enter-app';

type Props = { locale: Locale; texts: AuthTexts; errors: ErrorTexts };

const noSubscription = () => () => undefined;
const canPasskeys = () => typeof window.PublicKeyCredential === 'function';

/** Signs in by a passkey, where the browser can. */
export function PasskeySignIn({ locale, texts, errors }: Props) {
  const isOffered = useSyncExternalStore(noSubscription, canPasskeys, () => false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!isOffered) return null;
  const start = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { options } = await sendApi(signInApi.passkeyOptions, {});
      const response = await startAuthentication({ optionsJSON: JSON.parse(options) });
      await sendApi(signInApi.signInPasskey, { response: JSON.stringify(response) });
      await enterApp(locale);
    } catch (error) {
      // What the device itself says to a "no" is nothing to repeat.
      setRefusal(error instanceof ApiError ? errorSentence(error, errors) : null);
      setBusy(false);
    }
  };
  return (
    <>
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      <Button isBusy={isBusy} onClick={() => void start()} variant="ghost">
        {texts.withPasskey}
      </Button>
    </>
  );
}
