'use client';
import { useEffect, useState } from 'react';
import * as api from '@/lib/api/files';
import type { Messages } from '@/lib/i18n/catalogue';
import { ApiError, sendUpload } from '@/lib/query/api-client';
import { Notice } from '../ui/notice';
import { PictureSource } from './picture-source';

type Props = { texts: Messages['Pictures']; errors: Messages['Errors'] };
const TOKEN = /^#([A-Za-z0-9_-]{43})$/;

/** Takes one picture for the account that showed the code; this page can do nothing else. */
export function HandoffForm({ texts, errors }: Props) {
  const [token, setToken] = useState<string | null>();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const found = TOKEN.exec(location.hash)?.[1] ?? null;
    setToken((known) => known ?? found);
    // It stays in no history, and nobody who looks over a shoulder sees it.
    history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  const say = (error: unknown) => errors[error instanceof ApiError ? error.code : 'INTERNAL'] ?? errors.INTERNAL;
  if (isDone) return <Notice isAlert>{texts.handoffDone}</Notice>;
  if (token === null) return <Notice tone="warn">{errors.LINK_INVALID}</Notice>;
  return (
    <PictureSource
      errorText={say}
      facing="environment"
      onTaken={() => setDone(true)}
      send={(file, onProgress) => sendUpload(api.handoffPicture, { token: token ?? '', file }, { onProgress })}
      text={(key) => texts[key]}
    />
  );
}
