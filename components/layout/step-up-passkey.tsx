'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/step-up';
import { ApiError, sendShown } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';

type Props = { ticket: string; onProved: () => void };

/** A passkey of this device, or of a phone that is near. */
export function StepUpPasskey({ ticket, onProved }: Props) {
  const t = useTranslations('StepUp');
  const errorText = useErrorText();
  const shown = useScreen();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { options } = await sendShown(api.stepUpStart, { ticket, way: 'passkey' }, shown);
      const passkey = await startAuthentication({ optionsJSON: JSON.parse(options ?? '{}') });
      await sendShown(api.stepUpProve, { ticket, way: 'passkey', passkey: JSON.stringify(passkey) }, shown);
      onProved();
    } catch (error) {
      setRefusal(error instanceof ApiError ? errorText(error) : t('passkeyFailed'));
      setBusy(false);
    }
  };
  return (
    <>
      <p className="text-ink-2 text-small">{t('passkeyHint')}</p>
      {refusal === null ? null : (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      )}
      <Button isBusy={isBusy} onClick={() => void start()}>
        {t('usePasskey')}
      </Button>
    </>
  );
}
