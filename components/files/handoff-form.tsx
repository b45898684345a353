'use client';
import { useEffect, useState } from 'react';
import * as api from '@/lib/api/files';
import type { Messages } from '@/lib/i18n/catalogue';
import { ApiError, sendApi, sendUpload } from '@/lib/query/api-client';
import { FocusedNotice } from '../ui/focused-notice';
import { Notice } from '../ui/notice';
import { Skeleton } from '../ui/skeleton';
import { useLinkToken } from '../ui/use-link-token';
import { PictureSource } from './picture-source';

type Props = { texts: Messages['Pictures']; errors: Messages['Errors'] };
const HANDED_OVER = /^#([A-Za-z0-9_-]{43})$/;
/** The link is gone from the address by then: who loads the page again has none. */
const AGAIN_MS = 3_000;
const AGAIN_MS_MAX = 30_000;
const isOver = (error: unknown) => error instanceof ApiError && error.code === 'LINK_INVALID';
const sayIn = (errors: Messages['Errors'], error: unknown) =>
  errors[error instanceof ApiError ? error.code : 'INTERNAL'] ?? errors.INTERNAL;

/** Reads whose picture it will be, again until it is known; `over` when the link is good for nothing. */
function useOwner(token: string | null | undefined): { name: string } | { error: unknown } | 'over' | null {
  const [found, setFound] = useState<{ name: string } | { error: unknown } | 'over' | null>(null);
  useEffect(() => {
    if (typeof token !== 'string') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let waitMs = AGAIN_MS;
    const refused = (error: unknown) => {
      if (isGone) return;
      setFound(isOver(error) ? 'over' : { error });
      if (isOver(error)) return;
      timer = setTimeout(read, waitMs);
      waitMs = Math.min(2 * waitMs, AGAIN_MS_MAX);
    };
    const read = () => {
      sendApi(api.handoffOwner, { token }).then((owner) => isGone || setFound(owner), refused);
    };
    read();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [token]);
  return found;
}

/** Takes one picture for the account that showed the code, after it said which that is; this page can do nothing else. */
export function HandoffForm({ texts, errors }: Props) {
  const token = useLinkToken(HANDED_OVER);
  const owner = useOwner(token);
  const [step, setStep] = useState<'open' | 'done' | 'over'>('open');
  const send = (file: Blob, onProgress: (share: number) => void) => {
    const upload = sendUpload(api.handoffPicture, { token: token ?? '', file }, { onProgress });
    upload.answer.catch((error: unknown) => {
      // Another try of the same link can't succeed.
      if (isOver(error)) setStep('over');
    });
    return upload;
  };
  if (step === 'done') return <FocusedNotice>{texts.handoffDone}</FocusedNotice>;
  if (token === null || step === 'over' || owner === 'over') {
    return (
      <Notice isAlert={token !== null} tone="warn">
        {errors.LINK_INVALID}
      </Notice>
    );
  }
  if (owner === null) return <Skeleton className="h-40 rounded-field" />;
  if ('error' in owner) {
    return (
      <Notice isAlert tone="warn">
        {sayIn(errors, owner.error)}
      </Notice>
    );
  }
  return (
    <div className="grid gap-4">
      <p>
        <span className="text-ink-2">{texts.handoffOwner}</span> <b className="whitespace-nowrap font-strong">{owner.name}</b>
      </p>
      <Notice tone="warn">{texts.handoffStop}</Notice>
      <PictureSource
        errorText={(error) => sayIn(errors, error)}
        facing="environment"
        onTaken={() => setStep('done')}
        send={send}
        text={(key) => texts[key]}
      />
    </div>
  );
}
