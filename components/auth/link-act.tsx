'use client';
import { type ReactNode, useState } from 'react';
import type { PublicWrite } from '@/lib/api/define';
import type { doneSchema } from '@/lib/dto/shared';
import type { freezeByLinkInputSchema } from '@/lib/dto/sessions';
import { sendApi } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { MAILED_LINK, useLinkToken } from '../ui/use-link-token';
import { AuthBody } from './auth-body';
import { type ErrorTexts, errorSentence } from './auth-texts';

type Props = {
  /** What takes the token of the link. */
  endpoint: PublicWrite<typeof freezeByLinkInputSchema, typeof doneSchema>;
  title: string;
  lead: string;
  label: string;
  /** What is shown once it is done: the question is over, and its words with it. */
  doneTitle: string;
  done: ReactNode;
  errors: ErrorTexts;
  children?: ReactNode;
};

/** Does what a mailed link is for, once, at a tap: what only fetches the page does nothing. */
export function LinkAct({ endpoint, title, lead, label, doneTitle, done, errors, children }: Props) {
  const token = useLinkToken(MAILED_LINK);
  const [step, setStep] = useState<'asking' | 'sending' | 'done'>('asking');
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = async () => {
    if (!token) return;
    setStep('sending');
    setRefusal(null);
    try {
      await sendApi(endpoint, { token });
      setStep('done');
    } catch (error) {
      setStep('asking');
      setRefusal(errorSentence(error, errors));
    }
  };
  if (step === 'done') {
    return (
      <AuthBody isAnswer title={doneTitle}>
        {done}
      </AuthBody>
    );
  }
  return (
    <AuthBody lead={lead} title={title}>
      {token === null ? <Notice tone="warn">{errors.LINK_INVALID}</Notice> : null}
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      <Button disabled={!token} isBusy={step === 'sending'} onClick={() => void act()} variant="danger">
        {label}
      </Button>
      {children}
    </AuthBody>
  );
}
