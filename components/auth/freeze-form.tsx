'use client';
import { useState } from 'react';
import * as api from '@/lib/api/sessions';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { sendApi } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { AuthLink } from './auth-link';
import { type ErrorTexts, errorSentence } from './auth-texts';
import { useLinkToken } from './link-token';

type Props = { locale: Locale; texts: Messages['WayBack']; errors: ErrorTexts };

/** Freezes the account of a mailed link, once, at a tap: what only fetches the page does nothing. */
export function FreezeForm({ locale, texts, errors }: Props) {
  const token = useLinkToken();
  const [step, setStep] = useState<'asking' | 'sending' | 'frozen'>('asking');
  const [refusal, setRefusal] = useState<string | null>(null);
  const freeze = async () => {
    if (!token) return;
    setStep('sending');
    setRefusal(null);
    try {
      await sendApi(api.freezeByLink, { token });
      setStep('frozen');
    } catch (error) {
      setStep('asking');
      setRefusal(errorSentence(error, errors));
    }
  };
  if (step === 'frozen') {
    return (
      <>
        <Notice isAlert>{texts.frozen}</Notice>
        <AuthLink locale={locale} look="ghost" path="/new-password">
          {texts.toNewPassword}
        </AuthLink>
      </>
    );
  }
  return (
    <>
      {token === null ? <Notice tone="warn">{errors.LINK_INVALID}</Notice> : null}
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      <Button disabled={!token} isBusy={step === 'sending'} onClick={() => void freeze()} variant="danger">
        {texts.freeze}
      </Button>
      <AuthLink locale={locale} look="words" path="/login">
        {texts.wasMe}
      </AuthLink>
    </>
  );
}
