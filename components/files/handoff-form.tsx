'use client';
import { useState } from 'react';
import * as api from '@/lib/api/files';
import type { Messages } from '@/lib/i18n/catalogue';
import { ApiError, sendUpload } from '@/lib/query/api-client';
import { Notice } from '../ui/notice';
import { useLinkToken } from '../ui/use-link-token';
import { PictureSource } from './picture-source';

type Props = { texts: Messages['Pictures']; errors: Messages['Errors'] };
const HANDED_OVER = /^#([A-Za-z0-9_-]{43})$/;

/** Takes one picture for the account that showed the code; this page can do nothing else. */
export function HandoffForm({ texts, errors }: Props) {
  const token = useLinkToken(HANDED_OVER);
  const [step, setStep] = useState<'open' | 'done' | 'over'>('open');
  const say = (error: unknown) => errors[error instanceof ApiError ? error.code : 'INTERNAL'] ?? errors.INTERNAL;
  const send = (file: Blob, onProgress: (share: number) => void) => {
    const upload = sendUpload(api.handoffPicture, { token: token ?? '', file }, { onProgress });
    upload.answer.catch((error: unknown) => {
      // Another try of the same link can't succeed.
      if (error instanceof ApiError && error.code === 'LINK_INVALID') setStep('over');
    });
    return upload;
  };
  if (step === 'done') return <Notice isAlert>{texts.handoffDone}</Notice>;
  if (token === null || step === 'over') {
    return (
      <Notice isAlert={step === 'over'} tone="warn">
        {errors.LINK_INVALID}
      </Notice>
    );
  }
  return <PictureSource errorText={say} facing="environment" onTaken={() => setStep('done')} send={send} text={(key) => texts[key]} />;
}
