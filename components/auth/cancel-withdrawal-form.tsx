'use client';
import { useState } from 'react';
import * as api from '@/lib/api/withdrawals';
import type { Messages } from '@/lib/i18n/catalogue';
import { sendApi } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { type ErrorTexts, errorSentence } from './auth-texts';
import { useLinkToken } from './link-token';

type Props = { texts: Messages['WayBack']; errors: ErrorTexts };

/** Calls off the withdrawal of a mailed link, once, at a tap: what only fetches the page does nothing. */
export function CancelWithdrawalForm({ texts, errors }: Props) {
  const token = useLinkToken();
  const [step, setStep] = useState<'asking' | 'sending' | 'cancelled'>('asking');
  const [refusal, setRefusal] = useState<string | null>(null);
  const cancel = async () => {
    if (!token) return;
    setStep('sending');
    setRefusal(null);
    try {
      await sendApi(api.withdrawalCancelByLink, { token });
      setStep('cancelled');
    } catch (error) {
      setStep('asking');
      setRefusal(errorSentence(error, errors));
    }
  };
  if (step === 'cancelled') return <Notice isAlert>{texts.withdrawalCancelled}</Notice>;
  return (
    <>
      {token === null ? <Notice tone="warn">{errors.LINK_INVALID}</Notice> : null}
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      <Button disabled={!token} isBusy={step === 'sending'} onClick={() => void cancel()} variant="danger">
        {texts.withdrawalCancel}
      </Button>
    </>
  );
}
